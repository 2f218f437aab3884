import { read } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';

const CHUNK_BYTES = 64 * 1024;
const readBytes = promisify(read);

async function* chunksOf(fd: number, start: number): AsyncGenerator<Buffer> {
  for (let position = start; ;) {
    const { buffer, bytesRead } = await readBytes(fd, Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The bytes of a file that somebody else holds open: unlike the streams of `node:fs`, this one never closes it. */
export const bytesOfFile = (fd: number, start: number): Readable =>
  Readable.from(chunksOf(fd, start), { objectMode: false });

/** The text of a stream, piece by piece. @throws TypeError for what is no UTF-8 */
export async function* textOfStream(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of stream) yield decoder.decode(chunk, { stream: true });
  // A file that ends within a character is no text.
  yield decoder.decode();
}
