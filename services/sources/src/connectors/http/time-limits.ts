/** The time that one call has, whatever exchanges it takes. */
export class CallTime {
  /** In milliseconds of the steady clock. */
  readonly until: number;
  /** Set once the time is over. */
  over: Error | null = null;
  /** The exchange that is under way, which ends with the time. */
  exchange: { stop(error: Error): void } | null = null;

  constructor(until: number) {
    this.until = until;
  }

  end(): void {
    this.over = Object.assign(new Error('out of time'), { code: 'ETIMEDOUT' });
    this.exchange?.stop(this.over);
  }
}

/**
 * One time limit for many calls at once: as it is the same for all, whoever came first is over first, and one timer is
 * enough.
 */
export class TimeLimits {
  readonly #ms: number;
  readonly #running = new Set<CallTime>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Ends after the time, unless `done` is told of it before. */
  begin(): CallTime {
    const time = new CallTime(performance.now() + this.#ms);
    this.#running.add(time);
    this.#timer ??= setTimeout(() => this.#endThose(), this.#ms);
    return time;
  }

  /** The call came to its end. */
  done(time: CallTime): void {
    this.#running.delete(time);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#running.clear();
  }

  #endThose(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const time of this.#running) {
      const left = time.until - now;
      if (left > 0) {
        this.#timer = setTimeout(() => this.#endThose(), Math.ceil(left));
        return;
      }
      this.#running.delete(time);
      time.end();
    }
  }
}
