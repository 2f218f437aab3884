import type { LoggedChunk, ReadRequest, StoredChunk } from './bus-protocol.ts';
import { enoughChunks } from './enough-chunks.ts';

/** Most characters of them. */
const MOST_BYTES = 4_000_000;

/**
 * The newest chunks of the log, as they were published. Groups that keep up read all they want from here: the store's
 * thread need not find it for each of them and hand it over.
 */
export class RecentChunks {
  /** The newest chunks of each stream, in order and without a gap. */
  readonly #streams = new Map<string, StoredChunk[]>();
  /** The streams of all of them, the oldest first. */
  readonly #order: string[] = [];
  #bytes = 0;

  /** Takes in a chunk that is in the log, right behind the last one of its stream. */
  add({ stream, first, count, payload }: LoggedChunk): void {
    const chunks = this.#streams.get(stream) ?? [];
    chunks.push({ first, count, payload });
    this.#streams.set(stream, chunks);
    this.#order.push(stream);
    this.#bytes += payload.length;
    while (this.#bytes > MOST_BYTES) this.#dropOldest();
  }

  /** About `limit` events of each stream, or as many as there are; null where some stream is to be read from before. */
  read(requests: readonly ReadRequest[], limit: number): StoredChunk[][] | null {
    const found: StoredChunk[][] = [];
    for (const { stream, from } of requests) {
      const chunks = this.#streams.get(stream) ?? [];
      // Searched from the end: a reader that keeps up wants the last few of perhaps thousands.
      const place = chunks.findLastIndex(({ first }) => first <= from);
      const holding = chunks[place];
      if (!holding || from >= holding.first + holding.count) return null;
      found.push(enoughChunks(chunks.slice(place), from, limit));
    }
    return found;
  }

  /** The log has not all of it any more. */
  clear(): void {
    this.#streams.clear();
    this.#order.length = 0;
    this.#bytes = 0;
  }

  #dropOldest(): void {
    const dropped = this.#streams.get(this.#order.shift() ?? '')?.shift();
    this.#bytes -= dropped?.payload.length ?? this.#bytes;
  }
}
