import type { GroupOffset, StreamState } from './bus-protocol.ts';

const key = (group: string, stream: string): string => `${group} ${stream}`;

/** Where each stream begins and ends, and how far each group has come: as in the store, but known without asking it. */
export class LogOffsets {
  readonly #starts = new Map<string, number>();
  readonly #ends = new Map<string, number>();
  readonly #groups = new Map<string, number>();

  constructor(streams: readonly StreamState[], offsets: readonly GroupOffset[]) {
    for (const { stream, start, end } of streams) {
      this.#starts.set(stream, start);
      this.#ends.set(stream, end);
    }
    for (const { group, stream, next } of offsets) this.#groups.set(key(group, stream), next);
  }

  start(stream: string): number {
    return this.#starts.get(stream) ?? 0;
  }

  end(stream: string): number {
    return this.#ends.get(stream) ?? 0;
  }

  /** The first event that a group has not handled; undefined where it has never been. */
  next(group: string, stream: string): number | undefined {
    return this.#groups.get(key(group, stream));
  }

  /** How many events of these streams a group has not handled. */
  lag(group: string, streams: readonly string[]): number {
    return streams.reduce((sum, stream) => {
      const handled = Math.max(this.next(group, stream) ?? 0, this.start(stream));
      return sum + this.end(stream) - handled;
    }, 0);
  }

  setStart(stream: string, start: number): void {
    this.#starts.set(stream, start);
  }

  setEnd(stream: string, end: number): void {
    this.#ends.set(stream, end);
  }

  /** Forward only: what is written in between may be of an earlier place. */
  advance({ group, stream, next }: GroupOffset): void {
    this.#groups.set(key(group, stream), Math.max(next, this.next(group, stream) ?? 0));
  }
}
