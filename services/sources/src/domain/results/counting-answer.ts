import type { AnswerStatus } from '@numscope/contracts';

interface Answered {
  status: AnswerStatus;
  at: number;
}

/** The later of two; of the same moment the one that came later. */
export const later = <T extends Answered>(best: T | null, one: T): T =>
  best === null || one.at >= best.at ? one : best;

/**
 * A source's answer that counts in a pass: its own, unless that failed or there is none, and an answer of a pass that was
 * merged into it did not fail. Null: it is still to be asked.
 */
export function countingAnswer<T extends Answered>(own: T | null, merged: readonly T[]): T | null {
  if (own !== null && own.status !== 'FAILED') return own;
  return (
    merged.filter(({ status }) => status !== 'FAILED').reduce<T | null>(later, null) ??
    own ??
    merged.reduce<T | null>(later, null)
  );
}
