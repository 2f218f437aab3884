import { type Criteria, writeCriteria } from '@numscope/ui';
import { useState } from 'react';

/** What was gathered, and what gathers another. */
export type Gathering = readonly [Criteria | null, (next: Criteria | null) => void];

/**
 * What a search would become with the values that were gathered for it; null: none were. Of another search, for example
 * after a step back, nothing is gathered: what was would replace it.
 */
export function useGathered(criteria: Criteria): Gathering {
  const [kept, setKept] = useState<{ of: string; next: Criteria } | null>(null);
  const of = writeCriteria(criteria).join('\n');
  const gathered = kept?.of === of ? kept.next : null;
  return [gathered, (next) => setKept(next === null ? null : { of, next })];
}
