import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PictureBlob } from '@numscope/images/store/mongo/picture-keys';
import type { BlobStore } from '@numscope/platform';
import { measure } from '../copy-file.ts';
import { sync } from '../durable.ts';
import type { Through } from '../kept/cipher.ts';
import { writeThrough } from '../kept/streams.ts';
import type { PictureLine } from './engine-list.ts';

export const PICTURES = 'pictures';
/** Digits of a folder's name; two levels of them keep the folders small whatever the number of pictures. */
const SHARD = 2;

export interface PictureFolder {
  folder: string;
  through: Through;
  /** The key that names encrypted files, so that no name tells whose picture it is; null: they are named by the blob's key. */
  hashKey: string | null;
}

const nameOf = (key: string, hashKey: string | null): string =>
  hashKey === null ? key.replaceAll('/', '_') : createHmac('sha256', hashKey).update(key).digest('hex');

/** Where the file of a blob lies; the SHA-256 of what is in it stands behind its name. */
function placeOf(key: string, hashKey: string | null): { dir: string; name: string } {
  const name = nameOf(key, hashKey);
  const digest = createHash('sha256').update(name).digest('hex');
  return { dir: `${PICTURES}/${digest.slice(0, SHARD)}/${digest.slice(SHARD, 2 * SHARD)}`, name };
}

/** A file that is there already and holds what its name says. */
async function found(
  folder: string,
  dir: string,
  name: string,
): Promise<{ file: string; bytes: number; sha256: string } | null> {
  if (!existsSync(join(folder, dir))) return null;
  for (const each of readdirSync(join(folder, dir))) {
    if (!each.startsWith(`${name}.`) || each.endsWith('.part')) continue;
    const file = `${dir}/${each}`;
    const measured = await measure(join(folder, file));
    if (each === `${name}.${measured.sha256}`) return { file, ...measured };
  }
  return null;
}

/** A folder, and those above it, made so that they last. */
function makeDir(folder: string, dir: string): void {
  if (existsSync(join(folder, dir))) return;
  mkdirSync(join(folder, dir), { recursive: true, mode: 0o700 });
  for (let each = dir; each !== '.'; each = dirname(each)) sync(join(folder, dirname(each)));
}

/**
 * Sees to it that the folder has a blob: fetches it where it is not there.
 * @returns null when the bucket does not have it, or has other bytes under the name of these
 */
export async function takePicture(
  blob: PictureBlob,
  blobs: BlobStore,
  { folder, through, hashKey }: PictureFolder,
): Promise<{ line: PictureLine; isNew: boolean } | null> {
  const { id, key, contentType, isWhole } = blob;
  const { dir, name } = placeOf(key, hashKey);
  const there = await found(folder, dir, name);
  if (there) return { line: { id, key, contentType, ...there }, isNew: false };
  const fetched = await blobs.get(key);
  if (!fetched) return null;
  const hash = createHash('sha256');
  async function* bytes(body: AsyncIterable<Buffer>): AsyncIterable<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  }
  makeDir(folder, dir);
  const part = join(folder, dir, `${name}.part`);
  const written = await writeThrough(part, bytes(fetched.body), through);
  if (isWhole && hash.digest('hex') !== id) {
    rmSync(part);
    return null;
  }
  const file = `${dir}/${name}.${written.sha256}`;
  renameSync(part, join(folder, file));
  sync(join(folder, dir));
  return { line: { id, key, contentType, file, ...written }, isNew: true };
}
