import type { Clock } from '@numscope/platform';

/** The real time until a test takes hold of it. */
export class TestClock implements Clock {
  #frozenAt: number | null = null;
  #offset = 0;

  now(): number {
    return this.#frozenAt ?? Date.now() + this.#offset;
  }

  /** Stands still at `at`, in milliseconds since the epoch or as a date. */
  freeze(at: number | Date | string): void {
    this.#frozenAt = new Date(at).getTime();
  }

  /** Moves on by `ms`, frozen or not. */
  advance(ms: number): void {
    if (this.#frozenAt === null) this.#offset += ms;
    else this.#frozenAt += ms;
  }
}
