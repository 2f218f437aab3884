import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { keyOfBlobFile, pathOfBlob } from '@numscope/adapters/embedded';
import type { DatabaseSync } from '@numscope/adapters/sqlite';
import { isStored, pictureKeys, pictureOfKey } from '@numscope/images/store/picture-keys';
import { isMissingFile } from '@numscope/platform';
import { blobsFolder } from '../data-folder/files.ts';
import { canLink, copyFile, linkOrCopy, measure } from './copy-file.ts';
import { forEach } from './for-each.ts';
import { dataOf, overlap, PICTURE_LIST } from './layout.ts';

const fileOfKey = (key: string): string => `${blobsFolder}/${pathOfBlob(key)}`;

function* keysIn(db: DatabaseSync): Iterable<string> {
  for (const { keys } of pictureKeys(db, '')) yield* keys;
}

/** Within the installation's own folder a backup is to serve for a moment only. */
const isPassing = (folder: string, dataDir: string): boolean => overlap(folder, dataDir);

/** Whether pictures come into a backup by another name of their files alone; tried with one. */
export function areLinked(db: DatabaseSync, dataDir: string, folder: string): boolean {
  if (!isPassing(folder, dataDir)) return false;
  for (const key of keysIn(db)) {
    const from = join(dataDir, fileOfKey(key));
    if (existsSync(from)) return canLink(from, join(dataOf(folder), fileOfKey(key)));
  }
  return true;
}

/**
 * Copies the files of the pictures that the records name and that are not there yet. Files have their names by their
 * content and are never written twice, so whatever is there is right.
 * @returns the keys of those that are gone
 */
export async function copyPictures(
  db: DatabaseSync,
  dataDir: string,
  folder: string,
  copied: (bytes: number) => void,
): Promise<string[]> {
  const gone: string[] = [];
  const take = isPassing(folder, dataDir) ? linkOrCopy : copyFile;
  await forEach(keysIn(db), async (key) => {
    const to = join(dataOf(folder), fileOfKey(key));
    if (existsSync(to)) return;
    try {
      copied((await take(join(dataDir, fileOfKey(key)), to)).bytes);
    } catch (error) {
      if (!isMissingFile(error)) throw error;
      gone.push(key);
    }
  });
  return gone;
}

/** Whether a picture whose file is gone was removed since, so that the records that name it are of before. */
export const wasRemoved = (key: string, now: DatabaseSync): boolean => !isStored(now)(pictureOfKey(key));

/** Removes what the records do not name: it was removed from the installation after it was copied. */
export function prunePictures(db: DatabaseSync, folder: string): void {
  const blobs = join(dataOf(folder), blobsFolder);
  if (!existsSync(blobs)) return;
  const stored = isStored(db);
  for (const shard of readdirSync(blobs))
    for (const name of readdirSync(join(blobs, shard)))
      if (!stored(pictureOfKey(keyOfBlobFile(name)))) rmSync(join(blobs, shard, name));
}

export interface PictureSum {
  count: number;
  countBytes: number;
}

/**
 * Reads every picture's file of the backup and writes the list of them, as `sha256sum -c` reads it from within the
 * backup's folder.
 */
export async function listPictures(db: DatabaseSync, folder: string): Promise<PictureSum> {
  const list = await open(join(folder, PICTURE_LIST), 'w', 0o600);
  let [count, countBytes] = [0, 0];
  try {
    for (const key of keysIn(db)) {
      const file = fileOfKey(key);
      const path = join(dataOf(folder), file);
      if (!existsSync(path)) continue;
      const { bytes, sha256 } = await measure(path);
      await list.appendFile(`${sha256}  data/${file}\n`);
      count++;
      countBytes += bytes;
    }
    await list.sync();
  } finally {
    await list.close();
  }
  return { count, countBytes };
}

/** Bytes that were copied before. */
export function copiedBytes(folder: string): number {
  const blobs = join(dataOf(folder), blobsFolder);
  if (!existsSync(blobs)) return 0;
  let bytes = 0;
  for (const shard of readdirSync(blobs))
    for (const name of readdirSync(join(blobs, shard)))
      bytes += statSync(join(blobs, shard, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
