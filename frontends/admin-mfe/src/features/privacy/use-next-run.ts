import type { Retention } from '@numscope/contracts';
import { useCall } from '@numscope/ui';
import { daysOf, isStricter, kinds, type Written, writtenOf } from './retention-days.ts';

interface Days {
  /** As it is kept. */
  set: Retention;
  /** What is asked for: what stood in the fields when the last of them was left. */
  shown: Written;
  /** What stands in them now. */
  written: Written;
}

const isSame = (one: Written, other: Written): boolean => kinds.every((kind) => one[kind] === other[kind]);

/** What the next run would remove by the days in the fields; undefined until that is known of just these. */
export function useNextRun({ set, shown, written }: Days) {
  const isChanged = !isSame(shown, writtenOf(set.days));
  const isRight = kinds.every((kind) => daysOf(kind, shown[kind]) !== undefined);
  const query = Object.fromEntries(kinds.map((kind) => [kind, daysOf(kind, shown[kind]) ?? 0]));
  const { data, error, refetch } = useCall(
    'getRetention',
    { query },
    { quiet: true, keep: false, enabled: isChanged && isRight },
  );
  const answered = isChanged ? data?.next : set.next;
  const next = isSame(shown, written) && isRight ? answered : undefined;
  /** What is written removes more than what is kept, and nobody has seen yet how much; nor that it cannot be told. */
  const isUnseen = isStricter(set.days, written) && next === undefined && !(isSame(shown, written) && error !== null);
  return { next, isUnseen, error, refetch };
}
