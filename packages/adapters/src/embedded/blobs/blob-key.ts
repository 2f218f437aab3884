import { createHash } from 'node:crypto';

/** A file name may have 255 bytes. */
const MAX_CHARS = 240;
const word = /^[A-Za-z0-9._-]+$/;

/**
 * Whether a key may be used: `/`-separated words of `[A-Za-z0-9._-]` that cannot lead out of the folder.
 * @throws Error for any other
 */
export function assertBlobKey(key: string): void {
  const words = key.split('/');
  if (key.length > MAX_CHARS || !words.every((part) => word.test(part) && part !== '.' && part !== '..'))
    throw new Error(`not a blob key: ${key}`);
}

/** One of 256 folders, by the key's hash: a million files in one folder are slow on many file systems. */
export const shardOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 2);

/** A key as one file name: `/` cannot stand in one, and `+` stands in no key. */
export const fileOf = (key: string): string => key.replaceAll('/', '+');
/** Where a blob lies below the folder of its store. */
export const pathOfBlob = (key: string): string => `${shardOf(key)}/${fileOf(key)}`;
export const keyOf = (file: string): string => file.replaceAll('+', '/');
