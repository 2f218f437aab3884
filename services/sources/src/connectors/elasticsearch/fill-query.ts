import { isItem } from '../../domain/fields/field-shapes.ts';
import { mapTexts } from '../../domain/json/map-texts.ts';
import type { AskedNumber } from '../../domain/template.ts';
import { phoneForms } from '../rows/phone-forms.ts';

type FormsOf = (number: AskedNumber, region: string | null) => string[];

/** What a text of a query that is nothing else stands for, of each number. */
const lists: Readonly<Record<string, FormsOf>> = {
  '{phones}': ({ phone }) => [phone],
  '{e164s}': ({ e164 }) => [e164],
  '{forms}': phoneForms,
};
const listOf = (value: unknown): FormsOf | undefined =>
  typeof value === 'string' && Object.hasOwn(lists, value) ? lists[value] : undefined;

const inner = (value: unknown): unknown[] => (Array.isArray(value) ? value : isItem(value) ? Object.values(value) : []);

/** Whether the numbers stand anywhere in a query. */
export const hasNumbers = (query: unknown): boolean => listOf(query) !== undefined || inner(query).some(hasNumbers);

/** As what a query asks for a number, wherever it does. */
export const formsInQuery = (query: unknown, number: AskedNumber, region: string | null): string[] =>
  listOf(query)?.(number, region) ?? inner(query).flatMap((part) => formsInQuery(part, number, region));

/** The query with its lists, as values and never as text. */
export const fillQuery = (query: unknown, numbers: readonly AskedNumber[], region: string | null): unknown =>
  mapTexts(query, (text) => {
    const formsOf = listOf(text);
    return formsOf ? numbers.flatMap((number) => formsOf(number, region)) : text;
  });
