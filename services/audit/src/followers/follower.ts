import { type Logger, reasonOf, Rounds } from '@numscope/platform';
import type { ChainHead } from '../domain/chain-link.ts';

const IDLE_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export interface FollowerOptions {
  /** The end of the chain, and where it begins; null: its head is gone. */
  head(): Promise<ChainHead | null>;
  /** The place up to which the work is done. */
  place(head: ChainHead): Promise<number>;
  keepPlace(seq: number): Promise<void>;
  /** Whether this instance may do it now; unless said, all may at once. */
  mayWork?(): Promise<boolean>;
  /** Does it for the entries behind `after` up to `to`. Does it again for some of them after a kill. */
  work(after: number, to: number): Promise<void>;
  /** Entries at a time. */
  slice: number;
  log: Logger;
  /** What the log says when it fails. */
  onFault: string;
}

/** Who waits for the work to be done up to an entry. */
interface Waiting {
  seq: number;
  tell(isReached: boolean): void;
}

/**
 * Work that follows the chain, entry by entry: at least once for each, in order, and going on where it was ended.
 * Appends never wait for it; what fails is tried again, with longer and longer pauses.
 */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #rounds = new Rounds(() => this.#round());
  #waiting: Waiting[] = [];
  #failures = 0;
  #closed = false;
  #behind = 0;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** How many entries the work was behind the end of the chain when it was last looked at. */
  get behind(): number {
    return this.#behind;
  }

  wake(): void {
    this.#rounds.wake();
  }

  /** Wakes it, and tells whether the work is done up to an entry within some milliseconds; false at once if it fails. */
  async reached(seq: number, withinMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting: Waiting = { seq, tell: resolve };
    const isOver = setTimeout(() => resolve(false), withinMs);
    this.#waiting.push(waiting);
    this.wake();
    const isReached = await promise;
    clearTimeout(isOver);
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    return isReached;
  }

  /** Resolves when nothing goes on any more. */
  close(): Promise<void> {
    this.#closed = true;
    return this.#rounds.close();
  }

  async #round(): Promise<number> {
    const { log, onFault } = this.#options;
    try {
      while (!this.#closed && (await this.#slice()));
      this.#failures = 0;
      return IDLE_MS;
    } catch (error) {
      for (const { tell } of this.#waiting) tell(false);
      if (this.#closed) return IDLE_MS;
      log.warn({ reason: reasonOf(error) }, onFault);
      return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures++);
    }
  }

  /** Whether there is more. */
  async #slice(): Promise<boolean> {
    const { head: headOf, place, keepPlace, work, slice, mayWork } = this.#options;
    if (mayWork && !(await mayWork())) return false;
    const head = await headOf();
    if (!head) return false;
    const after = Math.max(await place(head), head.begins.seq);
    const to = Math.min(after + slice, head.entries);
    this.#behind = Math.max(0, head.entries - after);
    if (to > after) {
      await work(after, to);
      await keepPlace(to);
      this.#behind = head.entries - to;
    }
    for (const { seq, tell } of this.#waiting) if (seq <= Math.max(after, to)) tell(true);
    return to < head.entries;
  }
}
