import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@numscope/adapters/sqlite';
import { reasonOf } from '@numscope/platform/errors';
import { SettingsError } from '@numscope/platform/runtime/settings';

export interface DataDirLock {
  release(): void;
}

/**
 * Makes the folder and takes it for this process alone. The lock is an open transaction on a small SQLite file, which
 * the operating system lets go of however the process ends, so that a kill leaves nothing stale behind.
 * @throws SettingsError when another process has the folder, or it cannot be written
 */
export const lockDataDir = (dataDir: string): DataDirLock => lockFolder('DATA_DIR', dataDir);

/** The same for any folder. @param setting what named it */
export function lockFolder(setting: string, dataDir: string): DataDirLock {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const db = openDatabase({ path: join(dataDir, 'lock.sqlite'), migrations: [] });
    try {
      db.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
    } catch (error) {
      db.close();
      if (/locked|busy/i.test(reasonOf(error)))
        throw new SettingsError([`${setting}: another process is using ${dataDir}`]);
      throw error;
    }
    return { release: () => db.close() };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError([`${setting}: ${dataDir} cannot be used: ${reasonOf(error)}`]);
  }
}
