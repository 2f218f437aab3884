import { plainText } from '../../sqlite/index.ts';
import type { StoredChunk } from './bus-protocol.ts';

/** Consecutive events of a stream as one text, one a line. */
export interface Stretch {
  /** The offset of its first event. */
  first: number;
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

  /** Adds what was read for `from`; nothing if the cursor was moved meanwhile. What was dropped or erased leaves gaps. */
  accept(from: number, chunks: readonly StoredChunk[]): void {
    if (this.position !== from || this.buffered > 0) return;
    let next = from;
    for (const { first, count, payload } of chunks) {
      const known = Math.max(0, next - first);
      if (known >= count) continue;
      const text = plainText(payload);
      this.#ahead.push({ first: first + known, text: text.slice(lineStart(text, known)), count: count - known });
      this.#buffered += count - known;
      next = first + count;
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
        const { first, text, count } = next;
        const cut = lineStart(text, left);
        this.#ahead[0] = { first: first + left, text: text.slice(cut), count: count - left };
        next.text = text.slice(0, cut - 1);
        next.count = left;
      }
      taken.push(next);
      left -= next.count;
      this.position = next.first + next.count;
    }
    this.#buffered -= limit - left;
    return taken;
  }

  rewind(position: number): void {
    this.position = position;
    this.#ahead = [];
    this.#buffered = 0;
  }
}
