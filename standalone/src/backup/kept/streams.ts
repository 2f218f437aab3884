import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { SettingsError } from '@numscope/platform';
import type { Through } from './cipher.ts';

/** Bytes as the Web's streams have them, taken only as fast as somebody wants them. */
function webOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      // Copied: the giver fills its buffer again.
      else controller.enqueue(Uint8Array.from(next.value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** Writes a new file, through a cipher. @returns size and SHA-256 of what is on the disk */
export async function writeThrough(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  through: Through,
): Promise<{ bytes: number; sha256: string }> {
  const file = await open(path, 'w', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of await through(webOf(bytes))) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes: size, sha256: hash.digest('hex') };
}

/** Reads a file through what undoes the cipher. */
export async function* readThrough(path: string, through: Through): AsyncIterable<Uint8Array> {
  const source = createReadStream(path, { highWaterMark: 1 << 20 });
  try {
    const read: AsyncIterable<Uint8Array> = source;
    yield* await through(webOf(read));
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new Error(`${path} is damaged, or cut off: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    source.destroy();
  }
}

/** Cuts a stream into pieces of these lengths. @throws Error when it is shorter or longer */
export async function* cut(bytes: AsyncIterable<Uint8Array>, lengths: Iterable<number>): AsyncIterable<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  for (const length of lengths) {
    const piece = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      if (rest.length === 0) {
        const next = await iterator.next();
        if (next.done) throw new Error('a pack is shorter than its index says');
        rest = next.value;
      }
      const part = rest.subarray(0, length - filled);
      piece.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
    }
    yield piece;
  }
  // To its end, where a cipher sees whether all of it was there; of nothing it makes a piece with nothing in it.
  let left = rest.length;
  for await (const { length } of { [Symbol.asyncIterator]: () => iterator }) left += length;
  if (left > 0) throw new Error('a pack is longer than its index says');
}

/** Characters of a list's line, which names a file with some thousand pieces at most. */
const MOST_LINE_CHARS = 16_000_000;

/** The lines of a file, each with its end. @throws Error that names the file when one is too long, or has no end */
export async function* linesIn(path: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_LINE_CHARS) throw new Error(`${path} is damaged: a line of it is too long`);
    yield* lines;
  }
  if (rest !== '') throw new Error(`${path} is damaged: it ends within a line`);
}

/** All of a small file. */
export async function textThrough(path: string, through: Through): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readThrough(path, through)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
