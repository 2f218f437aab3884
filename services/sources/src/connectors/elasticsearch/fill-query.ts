import { isItem } from '../../domain/field-shapes.ts';
import type { AskedNumber } from '../../domain/template.ts';
import { phoneForms } from '../rows/phone-forms.ts';

type Lists = Readonly<Record<string, (numbers: readonly AskedNumber[], region: string | null) => string[]>>;

/** What a text of a query that is nothing else stands for. */
const lists: Lists = {
  '{phones}': (numbers) => numbers.map(({ phone }) => phone),
  '{e164s}': (numbers) => numbers.map(({ e164 }) => e164),
  '{forms}': (numbers, region) => numbers.flatMap((number) => phoneForms(number, region)),
};
const listOf = (value: unknown): Lists[string] | undefined => (typeof value === 'string' ? lists[value] : undefined);

const inner = (value: unknown): unknown[] => (Array.isArray(value) ? value : isItem(value) ? Object.values(value) : []);

/** Whether the numbers stand anywhere in a query. */
export const hasNumbers = (query: unknown): boolean => listOf(query) !== undefined || inner(query).some(hasNumbers);

/** The query with its lists, as values and never as text. */
export function fillQuery(query: unknown, numbers: readonly AskedNumber[], region: string | null): unknown {
  const list = listOf(query);
  if (list) return list(numbers, region);
  if (Array.isArray(query)) return query.map((part) => fillQuery(part, numbers, region));
  if (!isItem(query)) return query;
  return Object.fromEntries(Object.entries(query).map(([name, part]) => [name, fillQuery(part, numbers, region)]));
}
