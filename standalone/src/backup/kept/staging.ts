import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SettingsError } from '@numscope/platform';
import { type DataDirLock, lockFolder } from '../../data-dir.ts';

/** The moment is caught here, on the disk of the installation, in clear text as the installation is. */
export const stagingOf = (dataDir: string): string => join(dataDir, 'run', 'backup');

/** @throws SettingsError when another backup of this installation is being made there */
export const lockStaging = (dataDir: string): DataDirLock => lockFolder('DATA_DIR', dirname(stagingOf(dataDir)));

const remove = (dataDir: string): void => rmSync(stagingOf(dataDir), { recursive: true, force: true });

/**
 * Runs what works in there and removes all of it afterwards, also where a signal ends the process: it is a copy in clear
 * text that no erasure of a number knows of.
 */
export async function withStaging<T>(dataDir: string, work: (staging: string) => Promise<T>): Promise<T> {
  const end = (signal: 'SIGINT' | 'SIGTERM'): never => {
    remove(dataDir);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    remove(dataDir);
    return await work(stagingOf(dataDir));
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    remove(dataDir);
  }
}

/** Removes what a backup left that was killed; nothing while one is being made. */
export function clearStaging(dataDir: string): void {
  if (!existsSync(stagingOf(dataDir))) return;
  try {
    const lock = lockStaging(dataDir);
    remove(dataDir);
    lock.release();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
  }
}
