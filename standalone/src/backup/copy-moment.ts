import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Snapshot, DamagedError, inspectDatabase, openDatabase, takeSnapshot } from '@numscope/adapters/sqlite';
import { blobsFolder, rebuildableFiles } from '../data-folder/files.ts';
import { checkDatabase, rowsOf } from './check-database.ts';
import { measure } from './copy-file.ts';
import { sync } from './durable.ts';
import { databasesIn, dataOf, removeDatabase } from './layout.ts';
import type { DatabaseEntry } from './manifest.ts';
import { copyPictures, wasRemoved } from './pictures.ts';

export type Say = (line: string) => void;

/** Moments that are tried until one names no picture that was removed before it could be copied. */
const MOST_SNAPSHOTS = 10;

export const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** A damaged database that can be rebuilt from the others is left out: it is no reason to have no backup. */
function mayBeLeftOut(file: string, error: unknown, say: Say): boolean {
  if (!(error instanceof DamagedError) || !rebuildableFiles.includes(file)) return false;
  say(`${file} is damaged (${error.reason}) and left out: a start makes it anew.`);
  return true;
}

function isUsable(dataDir: string, file: string, say: Say): boolean {
  if (!rebuildableFiles.includes(file)) return true;
  try {
    inspectDatabase(join(dataDir, file), () => undefined);
    return true;
  } catch (error) {
    if (mayBeLeftOut(file, error, say)) return false;
    throw error;
  }
}

/** Copies a database of the snapshot, and reads the copy whole. */
async function copyDatabase(snapshot: Snapshot, file: string, dataDir: string, folder: string): Promise<DatabaseEntry> {
  const [from, to] = [join(dataDir, file), join(dataOf(folder), file)];
  const rows = rowsOf(snapshot.database(from));
  await snapshot.copy(from, to);
  const found = checkDatabase(to, rows);
  sync(to);
  return { file, ...(await measure(to)), ...found };
}

async function copyDatabases(
  snapshot: Snapshot,
  files: readonly string[],
  dataDir: string,
  folder: string,
  say: Say,
): Promise<DatabaseEntry[]> {
  const entries: DatabaseEntry[] = [];
  for (const file of files) {
    try {
      const entry = await copyDatabase(snapshot, file, dataDir, folder);
      entries.push(entry);
      say(`${file}: ${mb(entry.bytes)}`);
    } catch (error) {
      if (!mayBeLeftOut(file, error, say)) throw error;
      removeDatabase(join(dataOf(folder), file));
    }
  }
  return entries;
}

/**
 * Copies what the records of that moment name.
 * @returns false when some of it was removed since, so that another moment is needed. What is gone though the records
 * of now still name it was lost before
 */
async function completePictures(dataDir: string, folder: string, say: Say): Promise<boolean> {
  const then = openDatabase({ path: join(dataOf(folder), 'images.sqlite'), migrations: [], readOnly: true });
  const now = openDatabase({ path: join(dataDir, 'images.sqlite'), migrations: [], readOnly: true });
  try {
    const gone = await copyPictures(then, dataDir, folder, () => undefined);
    if (gone.some((key) => wasRemoved(key, now))) return false;
    for (const key of gone.slice(0, 5))
      say(`The file of the picture ${key} is not in the installation, though its records name it.`);
    if (gone.length > 0) say(`${gone.length} files of pictures were lost before this backup.`);
    return true;
  } finally {
    then.close();
    now.close();
  }
}

/** What a former try copied, but for the pictures. */
const formerOf = (folder: string): string[] =>
  readdirSync(dataOf(folder))
    .filter((name) => name !== blobsFolder)
    .map((name) => join(dataOf(folder), name));

/** Bytes that go before the moment is copied: of databases of a former try. */
export const formerBytes = (folder: string): number =>
  formerOf(folder).reduce((sum, path) => sum + (statSync(path).isFile() ? statSync(path).size : 0), 0);

function removeFormer(folder: string): void {
  for (const path of formerOf(folder)) rmSync(path, { recursive: true });
}

export interface CopiedMoment {
  databases: DatabaseEntry[];
  /** In Unix milliseconds. */
  moment: number;
  /** For how long writers stood still, at most, in milliseconds. */
  heldMs: number;
}

/** Copies all databases as they stood at one moment, and the pictures that they name. */
export async function copyMoment(dataDir: string, folder: string, say: Say): Promise<CopiedMoment> {
  let heldMs = 0;
  for (let tries = 0; tries < MOST_SNAPSHOTS; tries++) {
    removeFormer(folder);
    const files = databasesIn(dataDir).filter((file) => isUsable(dataDir, file, say));
    const snapshot = takeSnapshot(files.map((file) => join(dataDir, file)));
    try {
      heldMs = Math.max(heldMs, snapshot.heldMs);
      const databases = await copyDatabases(snapshot, files, dataDir, folder, say);
      if (await completePictures(dataDir, folder, say)) return { databases, moment: snapshot.moment, heldMs };
    } finally {
      snapshot.close();
    }
    say('Pictures were removed meanwhile: the databases are copied anew.');
  }
  throw new Error('pictures are removed faster than they can be copied; begin again later');
}
