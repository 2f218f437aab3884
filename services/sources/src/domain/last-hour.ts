import type { AnswerStatus } from '@numscope/contracts';

const MINUTE_MS = 60_000;
const MINUTES = 60;

interface Bucket {
  minute: number;
  found: number;
  nothing: number;
  failed: number;
  calls: number;
  ms: number;
}

const empty = (minute: number): Bucket => ({ minute, found: 0, nothing: 0, failed: 0, calls: 0, ms: 0 });

/** What a source did in the last hour of this process, by minutes. */
export class LastHour {
  readonly #buckets: Bucket[] = Array.from({ length: MINUTES }, () => empty(-1));

  note(status: AnswerStatus, now: number): void {
    const bucket = this.#at(now);
    if (status === 'FOUND') bucket.found++;
    else if (status === 'NOT_FOUND') bucket.nothing++;
    else bucket.failed++;
  }

  /** One call, however many numbers it was about. */
  noteCall(ms: number, now: number): void {
    const bucket = this.#at(now);
    bucket.calls++;
    bucket.ms += ms;
  }

  sum(now: number): { asked: number; found: number; nothing: number; failed: number; averageMs: number | null } {
    const oldest = Math.floor(now / MINUTE_MS) - MINUTES;
    const total = empty(0);
    for (const bucket of this.#buckets) {
      if (bucket.minute <= oldest) continue;
      for (const field of ['found', 'nothing', 'failed', 'calls', 'ms'] as const) total[field] += bucket[field];
    }
    const { found, nothing, failed, calls, ms } = total;
    return { asked: found + nothing + failed, found, nothing, failed, averageMs: calls > 0 ? Math.round(ms / calls) : null };
  }

  #at(now: number): Bucket {
    const minute = Math.floor(now / MINUTE_MS);
    let bucket = this.#buckets[minute % MINUTES];
    if (bucket?.minute !== minute) this.#buckets[minute % MINUTES] = bucket = empty(minute);
    return bucket;
  }
}
