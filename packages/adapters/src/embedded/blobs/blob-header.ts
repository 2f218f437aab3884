import type { FileHandle } from 'node:fs/promises';

/** A file of the store ends before its bytes begin, as a broken disk leaves it. */
export class CutOffBlob extends Error {
  override readonly name = 'CutOffBlob';
}

/**
 * A file begins with one byte that tells the length of its content type, then the content type; the blob's bytes
 * follow.
 */
export function headerOf(contentType: string): Uint8Array {
  const type = Buffer.from(contentType, 'utf8');
  if (type.length > 255) throw new Error('a content type of a blob may have at most 255 bytes');
  return Buffer.concat([Buffer.of(type.length), type]);
}

/** Reads the header. `length` counts its bytes. @throws CutOffBlob */
export async function readHeader(file: FileHandle): Promise<{ contentType: string; length: number }> {
  const start = Buffer.alloc(256);
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  const length = 1 + (start[0] ?? 0);
  if (bytesRead < length) throw new CutOffBlob('a blob is cut off');
  return { contentType: start.toString('utf8', 1, length), length };
}
