import type { HitsAfter } from './listed-ids.ts';
import { matchOfAll } from './match-expression.ts';
import type { CountedPage, PartlyKnown, Slice } from './term-sets.ts';

/** Hits of which the sets are asked at once, and how many at most: where FTS5 finds more, it may as well find the rest. */
const HITS_AT_ONCE = 20_000;
const MOST_HITS_ASKED = 200_000;

/**
 * A page by the sets that are there: FTS5 finds the hits of the rare terms, and the sets of common ones, whose long
 * lists it would read, tell which of them are hits of all.
 * @returns null where too many would have to be asked; `whole`: whether all hits were counted, or more than `most`
 */
export function partlyKnownPage(
  { rest, fitting }: PartlyKnown,
  hitsAfter: HitsAfter,
  { limit, offset }: Omit<Slice, 'direction'>,
  most: number,
): (CountedPage & { whole: boolean }) | null {
  const match = matchOfAll(rest);
  const hits: number[] = [];
  let after = 0;
  for (let asked = 0; asked < MOST_HITS_ASKED; asked += HITS_AT_ONCE) {
    const ids = hitsAfter(match, after, HITS_AT_ONCE);
    hits.push(...fitting(ids));
    const whole = ids.length < HITS_AT_ONCE;
    if (whole || hits.length > Math.max(most, offset + limit))
      return { ids: hits.slice(offset, offset + limit), found: hits.length, whole };
    after = ids.at(-1) ?? after;
  }
  return null;
}
