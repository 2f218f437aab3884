import { Rounds } from '@numscope/platform';
import { type Compared, compareIndex } from './compare-index.ts';
import { mendIndex } from './mend-index.ts';

const LOOK_MS = 10_000;

/**
 * Keeps the index of faces as the records: compares them at the start, and again when the index was lost while it was
 * used, and made anew by whoever wrote or searched next. Keeps all faces within its reach, too.
 */
export class IndexUpkeep {
  readonly #compared: Compared;
  readonly #stop = new AbortController();
  readonly #rounds = new Rounds(() => this.#round());
  /** Of the index in which nothing was lacking. */
  #whole: string | null = null;

  constructor(compared: Compared) {
    this.#compared = compared;
  }

  start(): void {
    this.#rounds.wake();
  }

  /** Whether the index that is there now was found to have all faces; those that it lacks are not found. */
  async isWhole(): Promise<boolean> {
    const identity = await this.#identity();
    const isWhole = identity !== null && identity === this.#whole;
    if (!isWhole) this.#rounds.wake();
    return isWhole;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#rounds.close();
  }

  async #round(): Promise<number> {
    const identity = await this.#identity();
    // One that does not answer for a while has not lost anything by that.
    const isAsBefore = identity === null || identity === this.#whole;
    if (this.#whole === null || !isAsBefore) {
      this.#whole = null;
      await compareIndex(this.#compared, (found) => (this.#whole = found), this.#stop.signal);
    }
    if (identity !== null) await mendIndex(this.#compared, this.#stop.signal);
    return LOOK_MS;
  }

  /** Null: it does not answer. */
  #identity(): Promise<string | null> {
    return this.#compared.index.identity().catch(() => null);
  }
}
