/** So many callers are known at a time; of more, whoever began first is forgotten. */
const KNOWN = 20_000;

interface Window {
  count: number;
  endsAt: number;
}

/** Counts what each caller does within a time that begins with the first of it, in the memory of this process. */
export class Rates {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  /** The one that began first comes first. */
  readonly #windows = new Map<string, Window>();

  /** @param most each caller may do within `windowMs` */
  constructor(most: number, windowMs: number, now = () => performance.now()) {
    this.#most = most;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** Counts one more: 0 when this caller may, else how many milliseconds it has to wait. */
  take(caller: string): number {
    const now = this.#now();
    const window = this.#windows.get(caller);
    if (window === undefined || window.endsAt <= now) {
      this.#begin(caller, now);
      return this.#most > 0 ? 0 : this.#windowMs;
    }
    return ++window.count > this.#most ? window.endsAt - now : 0;
  }

  #begin(caller: string, now: number): void {
    this.#windows.delete(caller);
    this.#windows.set(caller, { count: 1, endsAt: now + this.#windowMs });
    const [oldest] = this.#windows.size > KNOWN ? this.#windows.keys() : [];
    if (oldest !== undefined) this.#windows.delete(oldest);
  }
}
