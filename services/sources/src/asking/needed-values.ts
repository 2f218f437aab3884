import { isoTime, profileFields, singleFields, type SourceFields } from '@numscope/contracts';
import { isItem, textOf } from '../domain/fields/field-shapes.ts';
import type { Part } from '../domain/results/resolve-phone.ts';

const times: ReadonlySet<string> = new Set(singleFields.filter((field) => profileFields[field].one === 'time'));

/** One value as a text to ask with: a name's, an account's id, a time in the form of ISO, whether something is so. */
function textOfOne(field: string, value: unknown): string | null {
  if (isItem(value)) return textOf(value['name']) ?? textOf(value['id']);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && times.has(field) ? isoTime(value) : textOf(value);
}

/** The first of what was found of a field. */
function textIn(field: string, value: unknown): string | null {
  for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const text = textOfOne(field, one);
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

/** The first value of each needed field among what the other sources found; null when one is not to be had. */
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
    const all = found.map(({ fields }) => textIn(field, Object.entries(fields).find(([name]) => name === field)?.[1]));
    const value = all.find((one) => one !== null);
    if (value === undefined || value === null) return null;
    values[field] = value;
  }
  return values;
}
