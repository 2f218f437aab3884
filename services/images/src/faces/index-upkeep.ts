import { Rounds } from '@numscope/platform';
import { type Compared, compareIndex } from './compare-index.ts';
import { joinParts } from './join-parts.ts';
import { mendIndex } from './mend-index.ts';

const LOOK_MS = 10_000;
/** Parts are joined after minutes without a write. */
const JOIN_LOOK_MS = 60_000;

/**
 * Keeps the index of faces as the records: compares them at the start, and again when the index was lost while it was
 * used, and made anew by whoever wrote or searched next. Keeps all faces within its reach, too,
 * and has what many writes left in parts joined.
 */
export class IndexUpkeep {
  readonly #compared: Compared;
  readonly #stop = new AbortController();
  readonly #rounds = new Rounds(() => this.#round());
  /** The identity of the index that was found complete. */
  #whole: string | null = null;
  #joinAt = 0;

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
    // An index that does not answer for a while has lost nothing by that.
    const isAsBefore = identity === null || identity === this.#whole;
    if (this.#whole === null || !isAsBefore) {
      this.#whole = null;
      await compareIndex(this.#compared, (found) => (this.#whole = found), this.#stop.signal);
    }
    if (identity === null) return LOOK_MS;
    await mendIndex(this.#compared, this.#stop.signal);
    const now = this.#compared.kit.clock.now();
    if (now < this.#joinAt || this.#stop.signal.aborted) return LOOK_MS;
    this.#joinAt = now + JOIN_LOOK_MS;
    await joinParts(this.#compared);
    return LOOK_MS;
  }

  /** Null: it does not answer. */
  #identity(): Promise<string | null> {
    return this.#compared.index.identity().catch(() => null);
  }
}
