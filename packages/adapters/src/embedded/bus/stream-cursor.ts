import { plainText } from '../../sqlite/index.ts';
import type { StoredChunk } from './bus-protocol.ts';

/** Consecutive events of a stream as one text, one a line. */
export interface Stretch {
  text: string;
  count: number;
}

/** Where a text's line with this number begins, which counts from 0. */
function lineStart(text: string, line: number): number {
  let at = 0;
  for (let passed = 0; passed < line; passed++) at = text.indexOf('\n', at) + 1;
  return at;
}

/** How far a lane has taken one stream, and the events read ahead. They stay as long texts: most are taken whole. */
export class StreamCursor {
  readonly stream: string;
  /** The offset of the next event to be taken. */
  position: number;
  #ahead: Stretch[] = [];
  #buffered = 0;

  constructor(stream: string, position: number) {
    this.stream = stream;
    this.position = position;
  }

  get buffered(): number {
    return this.#buffered;
  }

  /** Adds what was read for `from`; nothing if the cursor was moved meanwhile. */
  accept(from: number, chunks: readonly StoredChunk[]): void {
    if (this.position !== from || this.buffered > 0) return;
    for (const { first, count, payload } of chunks) {
      // Events that retention has dropped are skipped.
      if (this.buffered === 0 && first > this.position) this.position = first;
      const known = Math.max(0, this.position + this.buffered - first);
      if (known >= count) continue;
      const text = plainText(payload);
      this.#add({ text: text.slice(lineStart(text, known)), count: count - known });
    }
  }

  /** Up to `limit` events. */
  take(limit: number): Stretch[] {
    const taken: Stretch[] = [];
    let left = limit;
    while (left > 0) {
      const next = this.#ahead[0];
      if (!next) break;
      if (next.count <= left) this.#ahead.shift();
      else {
        const cut = lineStart(next.text, left);
        this.#ahead[0] = { text: next.text.slice(cut), count: next.count - left };
        next.text = next.text.slice(0, cut - 1);
        next.count = left;
      }
      taken.push(next);
      left -= next.count;
    }
    this.#buffered -= limit - left;
    this.position += limit - left;
    return taken;
  }

  rewind(position: number): void {
    this.position = position;
    this.#ahead = [];
    this.#buffered = 0;
  }

  #add(stretch: Stretch): void {
    this.#ahead.push(stretch);
    this.#buffered += stretch.count;
  }
}
