import { createHmac, createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Pages of a database change here and there; other files as a whole, if at all. */
const DATABASE_BYTES = 64 * 1024;
const MOST_CHUNK_BYTES = 4 * 1024 * 1024;

export const chunkBytesOf = (file: string): number => (file.endsWith('.sqlite') ? DATABASE_BYTES : MOST_CHUNK_BYTES);

/**
 * The name of a piece of a file by its content. With a key nobody else can tell from names whether a picture that he has
 * is in the backup.
 */
export const nameOfChunk = (bytes: Uint8Array, key: string | null): string =>
  (key === null ? createHash('sha256') : createHmac('sha256', Buffer.from(key, 'hex')))
    .update(bytes)
    .digest('base64url');

/** Reads a file piece by piece; a piece counts until the next one is asked for. */
export async function* chunksOf(path: string, size: number): AsyncIterable<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(size);
    for (;;) {
      let filled = 0;
      while (filled < size) {
        const { bytesRead } = await file.read(buffer, filled, size - filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      if (filled === 0) return;
      yield buffer.subarray(0, filled);
      if (filled < size) return;
    }
  } finally {
    await file.close();
  }
}
