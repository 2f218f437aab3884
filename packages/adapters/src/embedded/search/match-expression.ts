import type { IndexMatch, IndexConditions } from '@numscope/platform';
import { exactToken, prefixToken } from './tokens.ts';

/**
 * One condition: any of these, each of which asks for all its terms. A term is a phrase of FTS5: a token, or a token's
 * beginning.
 */
export type Condition = ReadonlyArray<readonly string[]>;

/**
 * What a query asks of the index: an FTS5 expression, with all its conditions, or null where it excludes something; all
 * documents; or none.
 */
export type Expression = { match: string; conditions: readonly Condition[] | null } | 'all' | 'none';

const quoted = (token: string): string => `"${token}"`;

/** A beginning, by its own token where there is one, else by all words that begin so. */
function beginning(field: IndexMatch['field'], start: string): string {
  const token = prefixToken(field, start);
  return token === null ? `${quoted(exactToken(field, start))} *` : quoted(token);
}

/** No terms: everything fits. */
const termsOf = ({ field, all, prefix }: IndexMatch): string[] =>
  all.map((term, place) =>
    prefix && place === all.length - 1 ? beginning(field, term) : quoted(exactToken(field, term)),
  );

const joined = (parts: readonly string[], by: 'AND' | 'OR'): string =>
  parts.length === 1 ? String(parts[0]) : `(${parts.join(` ${by} `)})`;

/** What all of its terms match, of which there is one at least, as FTS5 takes it. */
export const matchOf = (match: IndexMatch): string => joined(termsOf(match), 'AND');

/** What fits one of its choices, as FTS5 takes it. */
const anyChoice = (choices: Condition): string =>
  joined(
    choices.map((terms) => joined(terms, 'AND')),
    'OR',
  );

/** What fits all of these, of which there is one at least, as FTS5 takes it. */
export const matchOfAll = (conditions: readonly Condition[]): string => conditions.map(anyChoice).join(' AND ');

/** Any of the matches; `all` when one of them fits everything, `none` when there are none. */
function anyOf(matches: readonly IndexMatch[]): Condition | 'all' | 'none' {
  const choices = new Map(matches.map(termsOf).map((terms) => [terms.join(' '), terms]));
  if (choices.size === 0) return 'none';
  return choices.has('') ? 'all' : [...choices.values()];
}

/**
 * The query's `must`, `should` and `not` as one expression.
 * @throws RangeError for `not` alone: FTS5 can only take away from something
 */
export function expressionOf({ must, should, not = [] }: IndexConditions): Expression {
  const entries = must.map(anyOf);
  if (should.length > 0) entries.push(anyOf(should.flat()));
  if (entries.includes('none')) return 'none';
  const asked = new Map<string, Condition>();
  for (const entry of entries) if (typeof entry !== 'string') asked.set(anyChoice(entry), entry);
  const excluded = anyOf(not);
  if (excluded === 'all') return 'none';
  const conditions = [...asked.values()];
  const match = matchOfAll(conditions);
  if (excluded === 'none') return conditions.length === 0 ? 'all' : { match, conditions };
  if (conditions.length === 0) throw new RangeError('what is excluded has nothing to be taken from');
  return { match: `(${match}) NOT ${anyChoice(excluded)}`, conditions: null };
}
