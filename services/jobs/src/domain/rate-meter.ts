const WINDOW_MS = 10_000;
const BUCKET_MS = 500;

/** How many phones a second became final over the last ten seconds, by job. */
export class RateMeter {
  readonly #buckets = new Map<number, Array<{ at: number; phones: number }>>();

  add(key: number, phones: number, now: number): void {
    if (phones === 0) return;
    let buckets = this.#buckets.get(key);
    if (!buckets) this.#buckets.set(key, (buckets = []));
    const last = buckets.at(-1);
    if (last && now - last.at < BUCKET_MS) last.phones += phones;
    else buckets.push({ at: now, phones });
    while (buckets[0] && now - buckets[0].at > WINDOW_MS) buckets.shift();
  }

  /** Phones per second, to a tenth; 0 when nothing came for ten seconds. */
  rate(key: number, now: number): number {
    const recent = (this.#buckets.get(key) ?? []).filter((bucket) => now - bucket.at <= WINDOW_MS);
    const [first] = recent;
    if (!first) {
      this.#buckets.delete(key);
      return 0;
    }
    const phones = recent.reduce((sum, bucket) => sum + bucket.phones, 0);
    return Math.round((phones * 10_000) / Math.max(now - first.at, 1000)) / 10;
  }
}
