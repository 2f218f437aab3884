import type { estypes } from '@elastic/elasticsearch';
import type { IndexMatch, IndexConditions, IndexQuery } from '@numscope/platform';
import { storedTerm } from './index-shape.ts';

type Query = estypes.QueryDslQueryContainer;

function ofMatch({ field, all, prefix }: IndexMatch): Query {
  const name = `terms.${field}`;
  const last = all.length - 1;
  const filter = all.map((text, place): Query => {
    const value = storedTerm(text);
    return prefix && place === last ? { prefix: { [name]: { value } } } : { term: { [name]: { value } } };
  });
  return filter.length === 0 ? { match_all: {} } : { bool: { filter } };
}

/** Any of them; nothing when there are none. */
const anyOf = (matches: readonly IndexMatch[]): Query =>
  matches.length === 0 ? { match_none: {} } : { bool: { should: matches.map(ofMatch), minimum_should_match: 1 } };

/** The conditions as a filter: hits are not weighed. */
export function queryBody({ must, should, not = [] }: IndexConditions): Query {
  const filter = must.map(anyOf);
  if (should.length > 0) filter.push(anyOf(should.flat()));
  return { bool: not.length === 0 ? { filter } : { filter, must_not: not.map(ofMatch) } };
}

/** Sort keys; the last of them is the phone, which makes every place certain. */
export function sortBody({ field, direction }: NonNullable<IndexQuery['sort']>): estypes.SortCombinations[] {
  const order = direction === 'ASC' ? 'asc' : 'desc';
  const byPhone = { 'sort.phone': { order } } as const;
  return field === 'phone' ? [byPhone] : [{ [`sort.${field}`]: { order } }, byPhone];
}
