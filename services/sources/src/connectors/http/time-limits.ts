interface Limit {
  at: number;
  end(): void;
}

/**
 * One time limit for many calls at once: as it is the same for all, whoever came first is over first, and one timer is
 * enough.
 */
export class TimeLimits {
  readonly #ms: number;
  readonly #running = new Set<Limit>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Calls `end` after the time, unless the returned function is called before. */
  begin(end: () => void): () => void {
    const limit: Limit = { at: performance.now() + this.#ms, end };
    this.#running.add(limit);
    this.#timer ??= setTimeout(() => this.#endThose(), this.#ms);
    return () => void this.#running.delete(limit);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#running.clear();
  }

  #endThose(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const limit of this.#running) {
      const left = limit.at - now;
      if (left > 0) {
        this.#timer = setTimeout(() => this.#endThose(), Math.ceil(left));
        return;
      }
      this.#running.delete(limit);
      limit.end();
    }
  }
}
