/** Two calls' distance is kept a little wider than the limit asks, so that delays on the way never push a second over it. */
const MARGIN = 1.02;
/** Timers are coarse: a fast source may catch up what a late timer lost, up to this. */
const CATCH_UP_MS = 10;

/** Spaces calls evenly: in any second at most `perSecond` begin. 0 means no limit. Times in milliseconds of one steady clock. */
export class Pace {
  readonly #intervalMs: number;
  readonly #slackMs: number;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number) {
    this.#intervalMs = perSecond > 0 ? (1000 * MARGIN) / perSecond : 0;
    this.#slackMs = this.#intervalMs < CATCH_UP_MS ? CATCH_UP_MS : 0;
  }

  /** How long until a call may begin; 0 when now. */
  wait(now: number): number {
    return this.#intervalMs === 0 ? 0 : Math.max(0, this.#nextAt - now);
  }

  /** Counts a call that begins now. */
  count(now: number): void {
    if (this.#intervalMs > 0) this.#nextAt = Math.max(this.#nextAt, now - this.#slackMs) + this.#intervalMs;
  }
}
