import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Another text when a file was written or replaced; null while it is not there. */
export const stateOf = (file: string): Promise<string | null> =>
  stat(file).then(
    ({ dev, ino, size, mtimeMs }) => [dev, ino, size, mtimeMs].join(' '),
    () => null,
  );

/** SHA-256 of a file's bytes. @param signal - breaks it off */
export async function hashOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash, { signal });
  return hash.digest('hex');
}
