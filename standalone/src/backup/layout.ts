import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { withItsLogs } from '@numscope/adapters/sqlite';
import { blobsFolder, checkpointsFolder, facesFolder } from '../data-folder/files.ts';

/** In a backup: the installation's files under the paths that they have in its folder. */
export const dataOf = (folder: string): string => join(folder, 'data');
export const PICTURE_LIST = 'pictures.sha256';

const lockNames = /^(lock\.sqlite|.*-lock)(-(wal|shm|journal))?$/;
/** What belongs to a run and not to the installation: locks, drafts, pids, and what file systems put there. */
const isPassing = (name: string): boolean =>
  lockNames.test(name) || /\.(new|part)$/.test(name) || ['run', 'lost+found'].includes(name);

/** The databases of an installation's folder. */
export const databasesIn = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => name.endsWith('.sqlite') && !isPassing(name))
    .sort();

/**
 * All other files of the folder but the pictures: the keys, and what the operator laid there. Not the audit's
 * checkpoints: those up to the moment are in its store, and later ones would be of entries that the backup has not.
 */
export function otherFilesIn(dataDir: string): string[] {
  const skipped = new Set([blobsFolder, facesFolder, checkpointsFolder, ...databasesIn(dataDir).flatMap(withItsLogs)]);
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      if (isPassing(name) || (folder === dataDir && skipped.has(name))) continue;
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat?.isDirectory()) walk(path);
      else if (stat?.isFile()) found.push(relative(dataDir, path));
    }
  };
  walk(dataDir);
  return found;
}

/** Whether one of two folders lies in the other, or is it. */
export function overlap(a: string, b: string): boolean {
  const [one, other] = [`${resolve(a)}/`, `${resolve(b)}/`];
  return one.startsWith(other) || other.startsWith(one);
}

/** Whether nothing of anybody's is in a folder; `lost+found` and an old lock are nobody's. */
export const isFree = (folder: string): boolean =>
  !existsSync(folder) || readdirSync(folder).every((name) => name === 'lost+found' || lockNames.test(name));

export const removeDatabase = (path: string): void =>
  withItsLogs(path).forEach((name) => rmSync(name, { force: true }));
