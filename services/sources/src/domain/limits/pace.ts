/** When a source may be called next. Times in milliseconds of one steady clock. */
export interface CallPace {
  /** How long until a call may begin, or until it is worth asking again; 0 when now. */
  wait(now: number): number;
  /** Counts a call that begins now. */
  count(now: number): void;
}

/**
 * Two calls' distance is kept a little wider than the limit asks, so that delays on the way never push a second over
 * it.
 */
const MARGIN = 1.02;
/** Timers are coarse: a fast source may catch up what a late timer lost, up to this. */
const CATCH_UP_MS = 10;

/**
 * Spaces calls evenly: in any second at most `perSecond` begin. 0 means no limit. Times in milliseconds of one steady
 * clock.
 */
export class Pace implements CallPace {
  #intervalMs = 0;
  #slackMs = 0;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number) {
    this.setRate(perSecond);
  }

  /** How far calls begin from each other. */
  get intervalMs(): number {
    return this.#intervalMs;
  }

  /** Holds from the next call on. */
  setRate(perSecond: number): void {
    this.#intervalMs = perSecond > 0 ? (1000 * MARGIN) / perSecond : 0;
    this.#slackMs = this.#intervalMs < CATCH_UP_MS ? CATCH_UP_MS : 0;
  }

  wait(now: number): number {
    return this.#intervalMs === 0 ? 0 : Math.max(0, this.#nextAt - now);
  }

  count(now: number): void {
    if (this.#intervalMs > 0) this.#nextAt = Math.max(this.#nextAt, now - this.#slackMs) + this.#intervalMs;
  }
}

/**
 * How much of a rate the instance at place `rank` (from 0) of `members` may use, in whole calls a second, so that all
 * together never exceed it whatever second is looked at. Null: there are fewer calls than members, so they must take
 * turns.
 */
export function rateShare(perSecond: number, members: number, rank: number): number | null {
  if (members === 1) return perSecond;
  const calls = Math.floor(perSecond);
  return calls < members ? null : Math.ceil((calls - rank) / members);
}
