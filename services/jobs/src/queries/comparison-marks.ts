import type { PassChange } from '@numscope/contracts';
import type { PhoneValue } from '../store/phone-value.ts';

/** As many comparisons as are looked at by people at the same time. */
const KEPT = 16;
const FOR_MS = 60_000;

/** How many numbers differ, and after which phone a slice begins that holds the `first` of them on. */
export interface ComparisonMarks {
  counts: Record<PassChange, number>;
  total: number;
  slices: Array<{ first: number; after: PhoneValue | null }>;
}

interface Kept extends ComparisonMarks {
  /** What the job was like. */
  state: string;
  at: number;
}

/**
 * Where the pages of comparisons begin, so that only the first page reads two passes whole: for a minute, and while the job
 * stays as it was.
 */
export class KeptComparisons {
  readonly #kept = new Map<string, Kept>();

  of(comparison: string, state: string, now: number): ComparisonMarks | null {
    const kept = this.#kept.get(comparison);
    return kept && kept.state === state && Math.abs(now - kept.at) < FOR_MS ? kept : null;
  }

  keep(comparison: string, state: string, now: number, marks: ComparisonMarks): void {
    this.#kept.delete(comparison);
    this.#kept.set(comparison, { ...marks, state, at: now });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
  }
}
