const WINDOW_MS = 10_000;
const SAMPLE_MS = 500;

interface Sample {
  at: number;
  final: number;
}

/**
 * How many phones a second became final over the last ten seconds, by job: from what the jobs' counts said from time to
 * time, so that it is right whichever process took the results in.
 */
export class RateMeter {
  readonly #samples = new Map<number, Sample[]>();

  /** All running jobs as they are at `now`; what is known of others is forgotten. */
  see(running: ReadonlyArray<{ key: number; final: number }>, now: number): void {
    const keys = new Set(running.map(({ key }) => key));
    for (const key of this.#samples.keys()) if (!keys.has(key)) this.#samples.delete(key);
    for (const { key, final } of running) this.#add(key, { at: now, final });
  }

  /** Phones per second, to a tenth; 0 when nothing came for ten seconds. */
  rate(key: number, now: number): number {
    const samples = (this.#samples.get(key) ?? []).filter(({ at }) => now - at <= WINDOW_MS);
    const [first] = samples;
    const last = samples.at(-1);
    if (!first || !last) return 0;
    return Math.round(((last.final - first.final) * 10_000) / Math.max(now - first.at, 1000)) / 10;
  }

  #add(key: number, sample: Sample): void {
    const samples = this.#samples.get(key) ?? [];
    const last = samples.at(-1);
    // A new pass, or what failed is asked again.
    if (last && sample.final < last.final) samples.length = 0;
    // The last one is always the latest; those before it are some time apart.
    if (sample.at - (samples.at(-2)?.at ?? -Infinity) < SAMPLE_MS) samples.pop();
    samples.push(sample);
    while (samples[0] && sample.at - samples[0].at > WINDOW_MS) samples.shift();
    this.#samples.set(key, samples);
  }
}
