import type { estypes } from '@elastic/elasticsearch';
import type { IndexConditions, IndexMatch, IndexSort } from '@numscope/platform';
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

/**
 * The matches as queries. Single terms of one field are one query, be they as many as they are: the engine bounds how
 * many queries there may be.
 */
function ofMatches(matches: readonly IndexMatch[]): Query[] {
  const isTerm = ({ all, prefix }: IndexMatch): boolean => all.length === 1 && !prefix;
  const terms = Map.groupBy(matches.filter(isTerm), ({ field }) => field);
  return [
    ...[...terms].map(([field, some]): Query => ({
      terms: { [`terms.${field}`]: some.flatMap(({ all }) => all).map(storedTerm) },
    })),
    ...matches.filter((match) => !isTerm(match)).map(ofMatch),
  ];
}

/** Any of them; nothing when there are none. */
const anyOf = (matches: readonly IndexMatch[]): Query =>
  matches.length === 0 ? { match_none: {} } : { bool: { should: ofMatches(matches), minimum_should_match: 1 } };

/** The conditions as a filter: hits are not weighed. */
export function queryBody({ must, should, not = [] }: IndexConditions): Query {
  const filter = must.map(anyOf);
  if (should.length > 0) filter.push(anyOf(should.flat()));
  return { bool: not.length === 0 ? { filter } : { filter, must_not: ofMatches(not) } };
}

/** Weighs hits where their order asks for it: by the first of the terms that they have, without any 0. */
export function weighedBody(query: Query, sort: IndexSort): Query {
  if (sort.field !== 'image' || sort.terms.length === 0) return query;
  const queries = sort.terms.map((term, place): Query => ({
    constant_score: {
      filter: ofMatch({ field: 'image', all: [term], prefix: false }),
      boost: sort.terms.length - place,
    },
  }));
  return { bool: { filter: [query], should: [{ dis_max: { queries } }], minimum_should_match: 0 } };
}

/** Sort keys; the last of them is the phone, which makes every place certain. */
export function sortBody({ field, direction }: IndexSort): estypes.SortCombinations[] {
  const order = direction === 'ASC' ? 'asc' : 'desc';
  const byPhone = { 'sort.phone': { order } } as const;
  if (field === 'phone') return [byPhone];
  return [field === 'image' ? { _score: { order } } : { [`sort.${field}`]: { order } }, byPhone];
}
