import type { SourceFields } from '@numscope/contracts';
import { isItem, textOf } from '../domain/field-shapes.ts';
import type { Part } from '../domain/resolve-phone.ts';

/** What was found of a field, as a text to ask with: a name's, an account's id. */
function textIn(value: unknown): string | null {
  for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const text = isItem(one) ? (textOf(one['name']) ?? textOf(one['id'])) : textOf(one);
    if (text !== null) return text;
  }
  return null;
}

/** The most trusted first; of equal ones by name, so that it never depends on who answered first. */
const byTrust = (a: Found, b: Found): number => b.trust - a.trust || (a.source < b.source ? -1 : 1);

interface Found {
  source: string;
  trust: number;
  fields: SourceFields;
}

/**
 * The first value of each needed field among what the other sources found; null when one is not to be had. Times come
 * as ISO dates.
 */
export function neededValues(
  needs: readonly string[],
  parts: readonly Part[],
): Readonly<Record<string, string>> | null {
  const found = parts
    .flatMap(({ observation }): Found[] =>
      observation?.fields ? [{ source: observation.source, trust: observation.trust, fields: observation.fields }] : [],
    )
    .toSorted(byTrust);
  const values: Record<string, string> = {};
  for (const field of needs) {
    const all = found.map(({ fields }) => textIn(Object.entries(fields).find(([name]) => name === field)?.[1]));
    const value = all.find((one) => one !== null);
    if (value === undefined || value === null) return null;
    values[field] = value;
  }
  return values;
}
