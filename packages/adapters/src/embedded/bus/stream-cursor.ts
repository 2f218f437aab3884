import { plainText } from '../../sqlite/index.ts';
import type { StoredChunk } from './bus-protocol.ts';

/** How far a lane has taken one stream, and the events read ahead. */
export class StreamCursor {
  readonly stream: string;
  /** The offset of the next event to be taken. */
  position: number;
  #ahead: string[] = [];
  #used = 0;

  constructor(stream: string, position: number) {
    this.stream = stream;
    this.position = position;
  }

  get buffered(): number {
    return this.#ahead.length - this.#used;
  }

  /** Adds what was read for `from`; nothing if the cursor was moved meanwhile. */
  accept(from: number, chunks: readonly StoredChunk[]): void {
    if (this.position !== from || this.buffered > 0) return;
    this.#ahead = [];
    this.#used = 0;
    for (const { first, payload } of chunks) {
      // Events that retention has dropped are skipped.
      if (this.#ahead.length === 0 && first > this.position) this.position = first;
      const lines = plainText(payload).split('\n');
      const known = this.position + this.#ahead.length - first;
      this.#ahead.push(...(known > 0 ? lines.slice(known) : lines));
    }
  }

  take(limit: number): string[] {
    const taken = this.#ahead.slice(this.#used, this.#used + limit);
    this.#used += taken.length;
    this.position += taken.length;
    return taken;
  }

  rewind(position: number): void {
    this.position = position;
    this.#ahead = [];
    this.#used = 0;
  }
}
