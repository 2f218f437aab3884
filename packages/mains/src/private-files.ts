import { statSync } from 'node:fs';

/**
 * From now on what this process makes on disk can be read by its own user alone, whatever the shell that began it says.
 */
export const keepFilesPrivate = (): void => void process.umask(0o077);

/**
 * What is to be said of a folder that other users of the machine may look into; null when they may not, or there is no
 * such folder.
 */
export function openFolderWarning(dataDir: string): string | null {
  const found = statSync(dataDir, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return null;
  const mode = (found.mode & 0o777).toString(8);
  return `DATA_DIR: other users of this machine may look into ${dataDir} (its mode is ${mode}). Close it: chmod 700 ${dataDir}`;
}
