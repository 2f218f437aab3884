import type { CallPace } from './call-pace.ts';
import { Pace } from './pace.ts';

/** One call in so many seconds is asked in any case. */
const SLOWEST_PER_SECOND = 1 / 60;
/** The pace comes back soon up to this part of the pace at which the source complained. */
const SAFE_PART = 0.8;
/** Up to there it rises by this part of the pace at which the source complained, each second. */
const SOON = 0.1;
/** From there on up to the pace at which the source complained it feels its way, by this part of it each second. */
const SLOWLY = 0.01;
/** Past that, where nobody complains, it rises by this part of itself each second. */
const BEYOND = 0.1;
/** So far beyond the pace at which the source complained, that is forgotten. */
const FORGOTTEN = 16;
const FIRST_HOLD_MS = 1000;
const LONGEST_HOLD_MS = 60_000;

/**
 * The pace of a source that complains of too many calls: halved with each complaint, and rising again by itself. Below
 * whatever pace was configured. Times in milliseconds of one steady clock.
 */
export class AdaptivePace implements CallPace {
  readonly #configured: CallPace;
  readonly #pace = new Pace(0);
  /** Null: nobody complained. */
  #perSecond: number | null = null;
  /** At which the source complained last. */
  #ceiling = 0;
  #cutAt = Number.NEGATIVE_INFINITY;
  #risenAt = 0;
  #inRow = 0;
  #cuts = 0;
  /** When the calls of the last second began. */
  readonly #begun: number[] = [];

  constructor(configured: CallPace) {
    this.#configured = configured;
  }

  /** Calls a second; null while nobody complained. */
  get perSecond(): number | null {
    return this.#perSecond;
  }

  /** How often it was halved because the source complained to this instance; heard from others it would echo for ever. */
  get cuts(): number {
    return this.#cuts;
  }

  wait(now: number): number {
    this.#rise(now);
    return Math.max(this.#configured.wait(now), this.#pace.wait(now));
  }

  count(now: number): void {
    this.#configured.count(now);
    this.#pace.count(now);
    this.#begun.push(now);
    while (this.#begun.length > 0 && (this.#begun[0] ?? now) <= now - 1000) this.#begun.shift();
  }

  /**
   * The source complained of a call that began then. Of calls that began before the last cut it says nothing new.
   *
   * @returns how long to leave it alone if it does not say so itself, in milliseconds
   */
  complained(begun: number, now: number): number {
    if (begun > this.#cutAt) {
      this.#inRow++;
      this.#cuts++;
      this.cut(now);
    }
    return Math.min(LONGEST_HOLD_MS, FIRST_HOLD_MS * 2 ** Math.max(0, this.#inRow - 1));
  }

  /** Halves the pace, also because another instance had to. */
  cut(now: number): void {
    this.#rise(now);
    this.#ceiling = this.#perSecond ?? Math.max(1, this.#begun.filter((at) => at > now - 1000).length);
    this.#perSecond = Math.max(SLOWEST_PER_SECOND, this.#ceiling / 2);
    this.#cutAt = now;
    this.#risenAt = now;
    this.#pace.setRate(this.#perSecond);
  }

  /** A call was answered. */
  answered(): void {
    this.#inRow = 0;
  }

  /** The operator says that it is well again. */
  reset(): void {
    this.#perSecond = null;
    this.#inRow = 0;
    this.#pace.setRate(0);
  }

  #rise(now: number): void {
    if (this.#perSecond === null || now <= this.#risenAt) return;
    const seconds = (now - this.#risenAt) / 1000;
    this.#risenAt = now;
    const risen = risenFrom(this.#perSecond, this.#ceiling, seconds);
    this.#perSecond = risen > this.#ceiling * FORGOTTEN ? null : risen;
    this.#pace.setRate(this.#perSecond ?? 0);
  }
}

/** The pace after so many seconds without a complaint. */
function risenFrom(perSecond: number, ceiling: number, seconds: number): number {
  let rate = perSecond;
  let left = seconds;
  for (const [until, by] of [
    [ceiling * SAFE_PART, ceiling * SOON],
    [ceiling, ceiling * SLOWLY],
  ] as const) {
    if (rate >= until || left <= 0) continue;
    const needed = (until - rate) / by;
    if (needed >= left) return rate + by * left;
    rate = until;
    left -= needed;
  }
  return left > 0 ? rate * (1 + BEYOND) ** left : rate;
}
