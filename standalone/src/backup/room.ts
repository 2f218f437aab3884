import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isFull } from '@numscope/adapters/sqlite';
import { codeOf } from '@numscope/platform';

const sizeOf = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

/** Bytes that may still be written to the disk of a folder, which need not be there yet. */
function freeBytes(folder: string): number {
  if (!existsSync(folder)) return freeBytes(dirname(folder));
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** @param needed bytes; null where nobody knows how much is left to write */
const noRoom = (folder: string, needed: number | null): Error =>
  new Error(
    `there is no room in ${folder}: ${needed === null ? '' : `about ${sizeOf(needed)} are still needed, and `}${sizeOf(freeBytes(folder))} are free. Make room; the same command goes on then`,
  );

/** @throws Error when so many bytes do not fit */
export function requireRoom(folder: string, needed: number): void {
  if (freeBytes(folder) < needed) throw noRoom(folder, needed);
}

/** Whether a fault says that the disk is full. */
const saysFull = (error: unknown): boolean => isFull(error) || codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';

/** Runs work that writes to the folder. @throws Error in words when the disk is full */
export async function withRoom<T>(folder: string, needed: number, work: () => Promise<T>): Promise<T> {
  requireRoom(folder, needed);
  try {
    return await work();
  } catch (error) {
    throw saysFull(error) ? noRoom(folder, null) : error;
  }
}
