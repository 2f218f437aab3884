import { type Logger, reasonOf, Rounds } from '@numscope/platform';
import type { ChainHead } from './domain/chain-link.ts';

/** How long nothing is looked at unless something is appended here. */
const IDLE_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export interface FollowerOptions {
  /** The end of the chain, and where it begins; null: its head is gone. */
  head(): Promise<ChainHead | null>;
  /** The place up to which the work is done. */
  place(head: ChainHead): Promise<number>;
  /** Notes that the entries behind `after` up to `seq` are done, too. */
  keepPlace(seq: number, after: number): Promise<void>;
  /** Whether this instance may do it now; unless said, all may at once. */
  mayWork?(): Promise<boolean>;
  /** Does it for the entries behind `after` up to `to`. Does it again for some of them after a kill. */
  work(after: number, to: number): Promise<void>;
  /** Entries at a time. */
  slice: number;
  /** How long it waits, in milliseconds, for what another instance is told of; a minute unless said. */
  idleMs?: number;
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
  #waiting: readonly Waiting[] = [];
  #failures = 0;
  /** By the clock of `performance`: until then an append is no reason to try again what has just failed. */
  #until = 0;
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
    this.#waiting = [...this.#waiting, waiting];
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
    const { log, onFault, idleMs = IDLE_MS } = this.#options;
    const left = this.#until - performance.now();
    if (left > 0 && this.#waiting.length === 0) return left;
    try {
      while (!this.#closed && (await this.#slice()));
      this.#failures = 0;
      return idleMs;
    } catch (error) {
      for (const { tell } of this.#waiting) tell(false);
      if (this.#closed) return idleMs;
      log.warn({ reason: reasonOf(error) }, onFault);
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures++);
      this.#until = performance.now() + pause;
      return pause;
    }
  }

  /** Whether there is more. */
  async #slice(): Promise<boolean> {
    const { head: headOf, place, keepPlace, work, slice, mayWork } = this.#options;
    if (mayWork && !(await mayWork())) return false;
    // Who comes from here on is told by the next one: the place is read now, and the work may be undone meanwhile.
    const asking = this.#waiting;
    const head = await headOf();
    if (!head) return false;
    const after = Math.max(await place(head), head.begins.seq);
    const to = Math.min(after + slice, head.entries);
    this.#behind = Math.max(0, head.entries - after);
    if (to > after) {
      await work(after, to);
      await keepPlace(to, after);
      this.#behind = head.entries - to;
    }
    for (const { seq, tell } of asking) if (seq <= Math.max(after, to)) tell(true);
    return to < head.entries;
  }
}
