const REST_MS = 500;
const LONGEST_REST_MS = 5000;

interface Resting {
  /** Of `performance.now()`: a clock that is set meanwhile makes no rest longer or shorter. */
  until: number;
  times: number;
}

/**
 * The instances of one service, by their origins (`http://host:port`): each is asked in turn, and one that did not
 * answer rests for a while.
 */
export class Instances {
  readonly #origins: readonly string[];
  readonly #resting = new Map<string, Resting>();
  #turn = 0;

  /** @param origins at least one */
  constructor(origins: readonly string[]) {
    this.#origins = origins;
  }

  get all(): readonly string[] {
    return this.#origins;
  }

  /** All of them in the order to try them. Those at rest come last: they are still better than nobody. */
  order(): readonly string[] {
    if (this.#origins.length === 1) return this.#origins;
    this.#turn = (this.#turn + 1) % this.#origins.length;
    const turned = [...this.#origins.slice(this.#turn), ...this.#origins.slice(0, this.#turn)];
    if (this.#resting.size === 0) return turned;
    const now = performance.now();
    const rests = (origin: string): boolean => (this.#resting.get(origin)?.until ?? now) > now;
    return [...turned.filter((origin) => !rests(origin)), ...turned.filter(rests)];
  }

  /** It did not answer, or said that it is leaving. Whoever is found so again and again rests longer each time. */
  rest(origin: string): void {
    const times = (this.#resting.get(origin)?.times ?? 0) + 1;
    const restMs = Math.min(LONGEST_REST_MS, REST_MS * 2 ** (times - 1));
    this.#resting.set(origin, { until: performance.now() + restMs, times });
  }

  answered(origin: string): void {
    if (this.#resting.size > 0) this.#resting.delete(origin);
  }
}
