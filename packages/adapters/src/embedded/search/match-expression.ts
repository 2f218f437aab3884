import type { IndexMatch, IndexQuery } from '@numscope/platform';
import { exactToken, prefixToken } from './tokens.ts';

/** What a query asks of the index: an FTS5 expression, all documents, or none. */
export type Expression = { match: string } | 'all' | 'none';

type Conditions = Pick<IndexQuery, 'must' | 'should'>;

const quoted = (token: string): string => `"${token}"`;

/** A beginning, by its own token where there is one, else by all words that begin so. */
function beginning(field: IndexMatch['field'], start: string): string {
  const token = prefixToken(field, start);
  return token === null ? `${quoted(exactToken(field, start))} *` : quoted(token);
}

/** Null for a match without terms, which everything fits. */
function ofMatch({ field, all, prefix }: IndexMatch): string | null {
  if (all.length === 0) return null;
  const last = all.length - 1;
  const parts = all.map((term, place) => (prefix && place === last ? beginning(field, term) : quoted(exactToken(field, term))));
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' AND ')})`;
}

/** Any of the parts; `all` when one of them fits everything, `none` when there are none. */
function anyOf(parts: ReadonlyArray<string | null>): Expression {
  if (parts.includes(null)) return 'all';
  const given = [...new Set(parts)];
  if (given.length === 0) return 'none';
  return { match: given.length === 1 ? String(given[0]) : `(${given.join(' OR ')})` };
}

/** The conditions as one expression. */
export function expressionOf({ must, should }: Conditions): Expression {
  const entries = must.map((any) => anyOf(any.map(ofMatch)));
  if (should.length > 0) entries.push(anyOf(should.flatMap((any) => any.map(ofMatch))));
  if (entries.includes('none')) return 'none';
  const matches = new Set(entries.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.match])));
  return matches.size === 0 ? 'all' : { match: [...matches].join(' AND ') };
}
