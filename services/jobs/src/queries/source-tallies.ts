import type { JobSources } from '@numscope/contracts';

/** As many jobs as are looked at by people at the same time. */
const KEPT = 16;
/** What was read serves this many times as long as it took: a job of a million phones is not read without end. */
const SERVES = 20;

interface Kept {
  /** What the job was like. */
  state: string;
  answer: Promise<JobSources>;
  /** Until when it serves although the job went on; of `performance.now()`. */
  until: number;
}

/**
 * The latest numbers by source: those of a job that stays as it is are read once, those of a running one anew when that
 * costs little. Who asks meanwhile shares one reading.
 */
export class SourceTallies {
  readonly #kept = new Map<string, Kept>();

  of(job: string, state: string, read: () => Promise<JobSources>): Promise<JobSources> {
    const known = this.#kept.get(job);
    const begun = performance.now();
    if (known && (known.state === state || begun < known.until)) return known.answer;
    const kept: Kept = { state, answer: read(), until: Number.POSITIVE_INFINITY };
    this.#kept.delete(job);
    this.#kept.set(job, kept);
    void this.#settle(job, kept, begun);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    return kept.answer;
  }
  /** Notes how long the tally took to read, which says how long it serves. One that could not be read is read anew. */
  async #settle(job: string, kept: Kept, begun: number): Promise<void> {
    try {
      await kept.answer;
      kept.until = performance.now() + (performance.now() - begun) * SERVES;
    } catch {
      if (this.#kept.get(job) === kept) this.#kept.delete(job);
    }
  }
}
