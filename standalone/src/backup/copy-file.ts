import { createHash } from 'node:crypto';
import { createReadStream, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissingFile } from '@numscope/platform';

/** Beside the file that it will be; what ends here half way is not taken for one. */
const partOf = (to: string): string => `${to}.part`;

/** Size and SHA-256 of a file, read piece by piece. */
export async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * Copies a file for its new owner alone: it has its name only once all of it is on the disk.
 * @returns size and SHA-256 of what was read
 */
export async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const part = partOf(to);
  rmSync(part, { force: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const source = createReadStream(from, { highWaterMark: 1 << 20 });
  // Begun before the target is made, so that nothing is left behind where there is nothing to copy.
  const chunks = (source as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let next = await chunks.next();
  const target = await open(part, 'wx', 0o600);
  try {
    for (; !next.done; next = await chunks.next()) {
      hash.update(next.value);
      bytes += next.value.length;
      await target.writeFile(next.value);
    }
    await target.sync();
  } finally {
    source.destroy();
    await target.close();
  }
  renameSync(part, to);
  return { bytes, sha256: hash.digest('hex') };
}

/** Whether a file can have another name there: on the same disk, where that knows links. */
export function canLink(from: string, to: string): boolean {
  const part = partOf(to);
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  rmSync(part, { force: true });
  try {
    linkSync(from, part);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(part, { force: true });
  }
}

/**
 * The same for a file that is never written again, for one that will soon be gone: on the same disk by another name for
 * it.
 * @returns its size
 */
export async function linkOrCopy(from: string, to: string): Promise<{ bytes: number }> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  try {
    linkSync(from, to);
    return { bytes: statSync(to).size };
  } catch (error) {
    if (isMissingFile(error)) throw error;
    // Another disk, or one that knows no links.
    return copyFile(from, to);
  }
}
