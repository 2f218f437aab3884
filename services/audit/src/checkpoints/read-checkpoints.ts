import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AuditCheckpoint } from '@numscope/contracts';
import * as z from 'zod';

/** What the file of checkpoints is called in its folder. */
export const CHECKPOINTS_FILE = 'checkpoints.jsonl';

const Line = z.union([AuditCheckpoint, z.object({ data: AuditCheckpoint }).transform(({ data }) => data)]);

/** A checkpoint in a line: as it is, or in an event of `audit.checkpoint` as the bus has it. Null: it is none. */
function checkpointIn(line: string): AuditCheckpoint | null {
  try {
    return Line.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** The files of a path: itself, or all `.jsonl` in the folder that it is. */
function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(path, name));
}

/**
 * Reads checkpoints, a line each, from a file or from all files of a folder. What is no checkpoint is passed over and
 * told to `onUnreadable`: a process that was killed may leave half a line.
 */
export async function* readCheckpoints(path: string, onUnreadable: () => void): AsyncGenerator<AuditCheckpoint> {
  for (const file of filesIn(path)) {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
      if (line.trim() === '') continue;
      const checkpoint = checkpointIn(line);
      if (checkpoint) yield checkpoint;
      else onUnreadable();
    }
  }
}
