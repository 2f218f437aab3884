const MOST = 1000;
/**
 * Counted beyond the limit once the index has changed under a count, so that the next changes do not make it uncertain
 * at once.
 */
const MARGIN = 10_000;

interface Kept {
  found: number;
  /** Whether counting came to the end of the hits. */
  whole: boolean;
  /** How much had changed in the index before they were counted. */
  changes: number;
}

/**
 * Counts of hits, kept as long as they say something. A count to the end is true until a document changes. One that
 * stopped at a limit says "at least so many", and each change of a document takes away one hit at most.
 */
export class CountCache {
  readonly #kept = new Map<string, Kept>();

  /**
   * The number of hits, or `limit` when there are as many or more; null when that is not known.
   * @param changes how many documents had changed in the index, ever; only ever greater
   */
  known(match: string, changes: number, limit: number): number | null {
    const kept = this.#kept.get(match);
    if (!kept) return null;
    const since = changes - kept.changes;
    if (kept.found - since >= limit) return limit;
    return kept.whole && since === 0 ? kept.found : null;
  }

  /**
   * The same, counted if need be.
   * @param count counts hits to the end, or to a limit
   */
  get(match: string, changes: number, limit: number, count: (limit: number) => number): number {
    const known = this.known(match, changes, limit);
    if (known !== null) return known;
    const kept = this.#kept.get(match);
    const upTo = kept && kept.changes !== changes ? limit + MARGIN : limit;
    const found = count(upTo);
    this.keep(match, { found, whole: found < upTo, changes });
    return Math.min(found, limit);
  }

  keep(match: string, counted: Kept): void {
    if (this.#kept.size >= MOST) this.#kept.clear();
    this.#kept.set(match, counted);
  }
}
