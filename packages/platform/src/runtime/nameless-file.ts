import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A file for bytes that are needed for a while, in the folder for such files: it has no name any more when it is given,
 * so that nothing of it is left when the handle is closed or the process ends, however it does.
 */
export async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'numscope-'));
  try {
    return await open(join(folder, 'file'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
