import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Lies in a folder from the first file of a restore to its last. */
const MARKER = 'restore-unfinished.json';
const Unfinished = z.object({ from: z.string(), id: z.string() });
export type Unfinished = z.infer<typeof Unfinished>;

export const markerOf = (dataDir: string): string => join(dataDir, MARKER);

/** Which restore into this folder has not ended; null: none. */
export function unfinishedRestore(dataDir: string): Unfinished | null {
  const file = markerOf(dataDir);
  if (!existsSync(file)) return null;
  try {
    return Unfinished.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // It was being written when the process ended.
    return { from: 'FOLDER', id: '' };
  }
}

/** @throws Error when only a part of a backup is in this folder */
export function refuseHalfRestored(dataDir: string): void {
  const unfinished = unfinishedRestore(dataDir);
  if (unfinished)
    throw new Error(
      `${dataDir} holds only a part of a backup: its restore has not ended. Run it again, it goes on: npm run restore -- --from ${unfinished.from}`,
    );
}
