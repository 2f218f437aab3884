import type { AnswerStatus } from '@numscope/contracts';

const MINUTE_MS = 60_000;
const MINUTES = 60;
const PARTS = 30;
const PART_MINUTES = MINUTES / PARTS;

/** Answers by their outcome, calls, and how long all of those took. */
export interface HourFigures {
  found: number;
  nothing: number;
  failed: number;
  calls: number;
  ms: number;
  /** Numbers answered, by parts of two minutes, the newest last; not told by a version before. */
  answers?: number[];
  /** Since when they are counted; absent from instances of an older version. */
  since?: number;
}

type Counts = Omit<HourFigures, 'answers' | 'since'>;
type Bucket = Counts & { minute: number };

const fields = ['found', 'nothing', 'failed', 'calls', 'ms'] as const;

const empty = (minute: number): Bucket => ({ minute, found: 0, nothing: 0, failed: 0, calls: 0, ms: 0 });

/** Together they are whole from where the last of them begins. */
export function sumOf(all: readonly HourFigures[]): Required<HourFigures> {
  const answers = Array.from({ length: PARTS }, () => 0);
  const since = Math.max(...all.map((one) => one.since ?? 0));
  const total = { found: 0, nothing: 0, failed: 0, calls: 0, ms: 0, answers, since };
  for (const one of all) {
    for (const field of fields) total[field] += one[field];
    one.answers?.forEach((count, part) => (answers[part] = (answers[part] ?? 0) + count));
  }
  return total;
}

/** What a source did in the last hour of this process, by minutes. */
export class LastHour {
  readonly #buckets: Bucket[] = Array.from({ length: MINUTES }, () => empty(-1));
  readonly #begun: number;

  /** @param begun - when it begins to count, in milliseconds */
  constructor(begun: number) {
    this.#begun = begun;
  }

  /** Counts numbers that were answered. */
  note(status: AnswerStatus, now: number, numbers = 1): void {
    const bucket = this.#at(now);
    if (status === 'FOUND') bucket.found += numbers;
    else if (status === 'NOT_FOUND') bucket.nothing += numbers;
    else bucket.failed += numbers;
  }

  /** One call, however many numbers it was about. */
  noteCall(ms: number, now: number): void {
    const bucket = this.#at(now);
    bucket.calls++;
    bucket.ms += ms;
  }

  sum(now: number): Required<HourFigures> {
    const newest = Math.floor(now / MINUTE_MS);
    const recent = this.#buckets.filter(({ minute }) => minute > newest - MINUTES);
    const figures = { ...sumOf(recent), since: Math.max(this.#begun, now - MINUTES * MINUTE_MS) };
    for (const { minute, found, nothing, failed } of recent) {
      const part = PARTS - 1 - Math.floor((newest - minute) / PART_MINUTES);
      figures.answers[part] = (figures.answers[part] ?? 0) + found + nothing + failed;
    }
    return figures;
  }

  #at(now: number): Bucket {
    const minute = Math.floor(now / MINUTE_MS);
    let bucket = this.#buckets[minute % MINUTES];
    if (bucket?.minute !== minute) this.#buckets[minute % MINUTES] = bucket = empty(minute);
    return bucket;
  }
}
