import { type Criteria, type Criterion, readLines } from '@numscope/ui';
import { suggest } from './suggest.ts';

interface Pasted {
  lines: readonly string[];
  /** Criteria that the search has not, each once. */
  fresh: readonly Criterion[];
  /** Lines that mean nothing. */
  unknown: readonly string[];
}

const keyOf = ({ field, value }: Criterion): string => `${field}:${value}`;

/**
 * What a pasted list adds to a search.
 * @param kind the field that each line is a value of; `guess`: whatever it may mean
 */
export function pastedCriteria(text: string, kind: string, { items }: Criteria): Pasted {
  const meaningOf = (line: string): Criterion | undefined =>
    kind === 'guess' ? suggest(line)[0] : { field: kind, value: line };
  const { lines, items: meant, unknown } = readLines(text, meaningOf);
  const known = new Set(items.map(keyOf));
  const fresh = new Map<string, Criterion>();
  for (const item of meant) if (!known.has(keyOf(item))) fresh.set(keyOf(item), item);
  return { lines, fresh: [...fresh.values()], unknown };
}
