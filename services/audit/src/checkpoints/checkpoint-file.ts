import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditCheckpoint } from '@numscope/contracts';
import { CHECKPOINTS_FILE, readCheckpoints } from './read-checkpoints.ts';

const endsWithin = async (handle: FileHandle): Promise<boolean> => {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last.toString() !== '\n';
};

/**
 * Checkpoints outside the store: lines that are only ever added, each on the disk before the next. Several instances
 * may share the file.
 */
export class CheckpointFile {
  readonly #path: string;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Makes folder and file where they are missing. @throws Error when they cannot be read and written */
  static async open(folder: string): Promise<CheckpointFile> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, CHECKPOINTS_FILE);
    const handle = await open(path, 'a+', 0o600);
    return new CheckpointFile(path, handle);
  }

  /** All that stand in it, in the order in which they were added. */
  read(): AsyncGenerator<AuditCheckpoint> {
    return readCheckpoints(this.#path, () => undefined);
  }

  async append(checkpoints: readonly AuditCheckpoint[]): Promise<void> {
    if (checkpoints.length === 0) return;
    const lines = checkpoints.map((checkpoint) => `${JSON.stringify(checkpoint)}\n`).join('');
    // Half a line of one who was killed, or met a full disk, stays and counts for nothing.
    await this.#handle.appendFile((await endsWithin(this.#handle)) ? `\n${lines}` : lines);
    await this.#handle.datasync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
