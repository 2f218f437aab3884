import type { StoredChunk } from './bus-protocol.ts';

/**
 * Most bytes of one stream handed over at once, as they are kept: ten times that when opened. A single chunk may be larger.
 */
const READ_BYTES = 200_000;

/** The first of these chunks, up to about `limit` events from the offset `from` on. */
export function enoughChunks(chunks: Iterable<StoredChunk>, from: number, limit: number): StoredChunk[] {
  const enough: StoredChunk[] = [];
  let events = 0;
  let bytes = 0;
  for (const chunk of chunks) {
    enough.push(chunk);
    events += chunk.count - Math.max(0, from - chunk.first);
    bytes += chunk.payload.length;
    if (events >= limit || bytes >= READ_BYTES) break;
  }
  return enough;
}
