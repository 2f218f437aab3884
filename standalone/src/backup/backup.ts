import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { walkChain } from '@numscope/audit/chain';
import { openChainReader } from '@numscope/audit/store';
import { type Cut, openDatabase, takeCut } from '@numscope/adapters/sqlite';
import { productVersion } from '@numscope/contracts';
import { pictureBytes } from '@numscope/images/store/picture-keys';
import { newId, SettingsError } from '@numscope/platform';
import { busFile, recordFiles } from '../data-folder/files.ts';
import { checkDatabase, rowsOf } from './check-database.ts';
import { copyFile, measure } from './copy-file.ts';
import { refuseHalfRestored } from './half-restored.ts';
import { databasesIn, dataOf, otherFilesIn, PICTURE_LIST, removeDatabase } from './layout.ts';
import { type DatabaseEntry, type FileEntry, type Manifest, manifestFormat, writeManifest } from './manifest.ts';
import { copiedBytes, copyPictures, listPictures, prunePictures, wasRemoved } from './pictures.ts';
import { withRoom } from './room.ts';
import { sync } from './durable.ts';
import { takeTarget } from './target.ts';

type Say = (line: string) => void;

/** Moments that are tried until one names no picture that was removed before it could be copied. */
const MOST_CUTS = 10;

/** Part of the pictures' bytes that their small versions have, at most. */
const SMALL_VERSIONS = 0.3;

/** @throws SettingsError when there is no whole installation in the folder */
function requireInstallation(dataDir: string): void {
  const fault = (what: string): SettingsError => new SettingsError([`DATA_DIR: ${what}`]);
  if (!existsSync(dataDir)) throw fault(`there is no folder ${dataDir}`);
  refuseHalfRestored(dataDir);
  const missing = [...recordFiles, busFile].filter((file) => !existsSync(join(dataDir, file)));
  if (missing.length === recordFiles.length + 1) throw fault(`${dataDir} holds no installation`);
  if (missing.length > 0) throw fault(`${dataDir} holds only a part of an installation: ${missing.join(', ')} is not there`);
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Copies every database of the cut, and reads each copy whole. */
async function copyDatabases(cut: Cut, files: readonly string[], dataDir: string, folder: string, say: Say): Promise<DatabaseEntry[]> {
  const entries: DatabaseEntry[] = [];
  for (const file of files) {
    const [from, to] = [join(dataDir, file), join(dataOf(folder), file)];
    const rows = rowsOf(cut.database(from));
    removeDatabase(to);
    await cut.copy(from, to);
    const found = checkDatabase(to, rows);
    sync(to);
    const measured = await measure(to);
    entries.push({ file, ...measured, ...found });
    say(`${file}: ${mb(measured.bytes)}`);
  }
  return entries;
}

/** Copies what the records of that moment name. @returns whether all of it could still be had, or was lost before */
async function completePictures(dataDir: string, folder: string, say: Say): Promise<{ whole: boolean; lost: number }> {
  const then = openDatabase({ path: join(dataOf(folder), 'images.sqlite'), migrations: [], readOnly: true });
  const now = openDatabase({ path: join(dataDir, 'images.sqlite'), migrations: [], readOnly: true });
  try {
    const gone = await copyPictures(then, dataDir, folder, () => undefined);
    const removed = gone.filter((key) => wasRemoved(key, now));
    if (removed.length > 0) return { whole: false, lost: 0 };
    for (const key of gone.slice(0, 5)) say(`The file of the picture ${key} is not in the installation, though its records name it.`);
    return { whole: true, lost: gone.length };
  } finally {
    then.close();
    now.close();
  }
}

/** Copies all databases at one moment, and the pictures that they name. */
async function copyMoment(
  dataDir: string,
  folder: string,
  say: Say,
): Promise<{ databases: DatabaseEntry[]; moment: number; heldMs: number }> {
  let heldMs = 0;
  for (let tries = 0; tries < MOST_CUTS; tries++) {
    const files = databasesIn(dataDir);
    const cut = takeCut(files.map((file) => join(dataDir, file)));
    heldMs = Math.max(heldMs, cut.heldMs);
    const databases = await (async () => {
      try {
        return await copyDatabases(cut, files, dataDir, folder, say);
      } finally {
        cut.close();
      }
    })();
    const { whole, lost } = await completePictures(dataDir, folder, say);
    if (lost > 0) say(`${lost} files of pictures were lost before this backup.`);
    if (whole) return { databases, moment: cut.moment, heldMs };
    say('Pictures were removed meanwhile: the databases are copied anew.');
  }
  throw new Error('pictures are removed faster than they can be copied; begin again later');
}

async function copyOthers(dataDir: string, folder: string): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for (const file of otherFilesIn(dataDir)) entries.push({ file, ...(await copyFile(join(dataDir, file), join(dataOf(folder), file))) });
  return entries;
}

async function checkAudit(folder: string, say: Say): Promise<Manifest['audit']> {
  const chain = openChainReader({ dataDir: dataOf(folder) });
  if (!chain) throw new Error('there is no audit trail in the backup');
  try {
    let faults = 0;
    const { entries, head } = await walkChain(chain, () => void faults++);
    if (faults > 0) say(`The audit's chain is broken in ${faults} places, in the installation already: see docs/audit.md, verify-chain.`);
    return { entries, head, whole: faults === 0 };
  } finally {
    await chain.close();
  }
}

/** What will be written, about. */
function bytesNeeded(dataDir: string, folder: string): number {
  const paths = databasesIn(dataDir).map((file) => join(dataDir, file));
  const sizeOf = (path: string): number => {
    const db = openDatabase({ path, migrations: [], readOnly: true });
    try {
      const pages =
        Number(db.prepare('PRAGMA page_count').get()?.['page_count']) * Number(db.prepare('PRAGMA page_size').get()?.['page_size']);
      return pages + (path.endsWith('/images.sqlite') ? pictureBytes(db) * (1 + SMALL_VERSIONS) : 0);
    } finally {
      db.close();
    }
  };
  return Math.max(0, paths.reduce((sum, path) => sum + sizeOf(path), 0) - copiedBytes(folder));
}

async function write(dataDir: string, folder: string, say: Say): Promise<Manifest> {
  const live = openDatabase({ path: join(dataDir, 'images.sqlite'), migrations: [], readOnly: true });
  try {
    // Most pictures come before the moment, so that what is copied after it is little and can hardly be removed meanwhile.
    let bytes = 0;
    await copyPictures(live, dataDir, folder, (more) => void (bytes += more));
    if (bytes > 0) say(`pictures: ${mb(bytes)} copied`);
  } finally {
    live.close();
  }
  const { databases, moment, heldMs } = await copyMoment(dataDir, folder, say);
  const files = await copyOthers(dataDir, folder);
  const records = openDatabase({ path: join(dataOf(folder), 'images.sqlite'), migrations: [], readOnly: true });
  try {
    prunePictures(records, folder);
    const sum = await listPictures(records, folder);
    const pictures = { file: PICTURE_LIST, ...(await measure(join(folder, PICTURE_LIST))), ...sum };
    const audit = await checkAudit(folder, say);
    const at = new Date(moment).toISOString();
    return { format: manifestFormat, id: newId(), version: productVersion, moment: at, databases, files, pictures, audit, heldMs };
  } finally {
    records.close();
  }
}

/**
 * Writes a backup of the installation in `dataDir` into `folder`: all databases as they stood at one moment, while work goes on, the pictures they name, and
 * the other files. Ended before its end, the same goes on: pictures are not copied again, databases are of a new moment.
 * @throws SettingsError when it cannot be begun; Error when it could not be ended: then the folder is no backup
 */
export async function backUp(dataDir: string, folder: string, say: Say): Promise<Manifest> {
  requireInstallation(dataDir);
  const target = takeTarget(folder, dataDir);
  try {
    if (target.goesOn) say('The backup that was begun in this folder goes on.');
    const manifest = await withRoom(folder, bytesNeeded(dataDir, folder), () => write(dataDir, folder, say));
    sync(dataOf(folder));
    writeManifest(folder, manifest);
    target.finish();
    return manifest;
  } finally {
    target.release();
  }
}
