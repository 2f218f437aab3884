import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { walkChain } from '@numscope/audit/chain';
import { openChainReader } from '@numscope/audit/store';
import { openDatabase } from '@numscope/adapters/sqlite';
import { productVersion } from '@numscope/contracts';
import { pictureBytes } from '@numscope/images/store/picture-keys';
import { newId, SettingsError } from '@numscope/platform';
import { busFile, rebuildableFiles, recordFiles } from '../data-folder/files.ts';
import { copyFile, measure } from './copy-file.ts';
import { copyMoment, formerBytes, mb, type Say } from './copy-moment.ts';
import { refuseHalfRestored } from './half-restored.ts';
import { databasesIn, dataOf, otherFilesIn, PICTURE_LIST } from './layout.ts';
import { type FileEntry, type Manifest, manifestFormat, writeManifest } from './manifest.ts';
import { areLinked, copiedBytes, copyPictures, listPictures, prunePictures } from './pictures.ts';
import { withRoom } from './room.ts';
import { syncNames } from './durable.ts';
import { takeTarget } from './target.ts';

/** Part of the pictures' bytes that their small versions have, at most. */
const SMALL_VERSIONS = 0.3;

/** @throws SettingsError when there is no whole installation in the folder */
export function requireInstallation(dataDir: string): void {
  const fault = (what: string): SettingsError => new SettingsError([`DATA_DIR: ${what}`]);
  if (!existsSync(dataDir)) throw fault(`there is no folder ${dataDir}`);
  refuseHalfRestored(dataDir);
  const missing = [...recordFiles, busFile].filter((file) => !existsSync(join(dataDir, file)));
  if (missing.length === recordFiles.length + 1) throw fault(`${dataDir} holds no installation`);
  if (missing.length > 0)
    throw fault(`${dataDir} holds only a part of an installation: ${missing.join(', ')} is not there`);
}

async function copyOthers(dataDir: string, folder: string): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for (const file of otherFilesIn(dataDir))
    entries.push({ file, ...(await copyFile(join(dataDir, file), join(dataOf(folder), file))) });
  return entries;
}

async function checkAudit(folder: string, say: Say): Promise<Manifest['audit']> {
  const chain = openChainReader({ dataDir: dataOf(folder) });
  if (!chain) throw new Error('there is no audit trail in the backup');
  try {
    let faults = 0;
    const { entries, head } = await walkChain(chain, () => void faults++);
    if (faults > 0)
      say(`The audit's chain is broken in ${faults} places, in the installation already: see docs/audit.md.`);
    return { entries, head, whole: faults === 0 };
  } finally {
    await chain.close();
  }
}

/** Size of the databases as they are, without their logs. */
function databaseBytes(dataDir: string): number {
  const sizeOf = (file: string): number => {
    const path = join(dataDir, file);
    // It may be damaged, and is left out then.
    if (rebuildableFiles.includes(file)) return statSync(path).size;
    const db = openDatabase({ path, migrations: [], readOnly: true });
    try {
      const { page_count: pages, page_size: size } = {
        ...db.prepare('PRAGMA page_count').get(),
        ...db.prepare('PRAGMA page_size').get(),
      };
      return Number(pages) * Number(size);
    } finally {
      db.close();
    }
  };
  return databasesIn(dataDir).reduce((sum, file) => sum + sizeOf(file), 0);
}

/** Size of the pictures that the backup lacks; those that come as hard links need no room. */
function missingPictureBytes(dataDir: string, folder: string): number {
  const live = openDatabase({ path: join(dataDir, 'images.sqlite'), migrations: [], readOnly: true });
  try {
    if (areLinked(live, dataDir, folder)) return 0;
    return Math.max(0, pictureBytes(live) * (1 + SMALL_VERSIONS) - copiedBytes(folder));
  } finally {
    live.close();
  }
}

/** What will be written beyond what makes room for it, about: databases of a former try go before they come anew. */
export const bytesNeeded = (dataDir: string, folder: string): number =>
  missingPictureBytes(dataDir, folder) + Math.max(0, databaseBytes(dataDir) - formerBytes(folder));

async function write(dataDir: string, folder: string, say: Say): Promise<Manifest> {
  const live = openDatabase({ path: join(dataDir, 'images.sqlite'), migrations: [], readOnly: true });
  try {
    // Most pictures come before the moment, so that what is copied after it is little and can hardly be removed
    // meanwhile.
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
    return {
      format: manifestFormat,
      id: newId(),
      version: productVersion,
      moment: at,
      databases,
      files,
      pictures,
      audit,
      heldMs,
    };
  } finally {
    records.close();
  }
}

/**
 * Writes a backup of the installation in `dataDir` into `folder`: all databases as they stood at one moment, while work
 * goes on, the pictures they name, and the other files. Ended before its end, the same goes on: pictures are not copied
 * again, databases are of a new moment.
 * @param options.passing the folder lies in the installation's own, and is gone as soon as it has served
 * @throws SettingsError when it cannot be begun; Error when it could not be ended: then the folder is no backup
 */
export async function backUp(
  dataDir: string,
  folder: string,
  say: Say,
  { passing = false }: { passing?: boolean } = {},
): Promise<Manifest> {
  requireInstallation(dataDir);
  const target = takeTarget(folder, dataDir, passing);
  try {
    if (target.goesOn) say('The backup that was begun in this folder goes on.');
    const manifest = await withRoom(folder, bytesNeeded(dataDir, folder), () => write(dataDir, folder, say));
    syncNames(dataOf(folder));
    writeManifest(folder, manifest);
    target.finish();
    return manifest;
  } finally {
    target.release();
  }
}
