import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '@numscope/platform';
import { type DataDirLock, lockFolder } from '../data-dir.ts';
import { sync, writeDurably } from './durable.ts';
import { dataOf, isFree, overlap, removeDatabase } from './layout.ts';
import { isBackup } from './manifest.ts';

/** Lies in a backup's folder until it is whole. */
const MARKER = 'backup-unfinished';

const refuse = (what: string): never => {
  throw new SettingsError([`--to: ${what}`]);
};

/** The folder of a backup that is being made. */
export interface Target {
  folder: string;
  /** Whether a backup into it was begun before. */
  goesOn: boolean;
  /** Marks the backup as whole. */
  finish(): void;
  release(): void;
}

/**
 * Takes a folder that is free, or that holds an unfinished backup.
 * @param within it may lie in the installation's own folder: it is gone as soon as it has served
 * @throws SettingsError when it is another
 */
export function takeTarget(folder: string, dataDir: string, within: boolean): Target {
  if (!within && overlap(folder, dataDir))
    refuse(`${folder} and DATA_DIR (${dataDir}) lie in each other; name a folder elsewhere`);
  if (isBackup(folder)) refuse(`${folder} holds a whole backup already; name another folder`);
  const goesOn = existsSync(join(folder, MARKER));
  if (!goesOn && !isFree(folder)) refuse(`${folder} is not empty; name a new folder`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock: DataDirLock = lockFolder('--to', folder);
  writeDurably(join(folder, MARKER), 'This backup is not whole. The same command goes on with it.\n');
  sync(folder);
  mkdirSync(dataOf(folder), { recursive: true, mode: 0o700 });
  return {
    folder,
    goesOn,
    finish() {
      sync(folder);
      rmSync(join(folder, MARKER));
      sync(folder);
    },
    release() {
      lock.release();
      if (isBackup(folder)) removeDatabase(join(folder, 'lock.sqlite'));
    },
  };
}
