import { isItem } from './field-shapes.ts';

type DatasetRow = Readonly<Record<string, unknown>>;

const placeholder = /\{([^{}]+)\}/g;

/** The columns that an entry of a mapping reads: itself, or those of a text like `{First} {Last}`. */
export function columnsOfEntry(entry: string): string[] {
  const named = [...entry.matchAll(placeholder)].map(([, column = '']) => column);
  return named.length > 0 ? named : [entry];
}

/** A column, or `outer.inner` of nested JSON where there is no column of that very name. Undefined where there is none. */
export function valueOfColumn(row: DatasetRow, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  return column
    .split('.')
    .reduce<unknown>((value, part) => (isItem(value) && Object.hasOwn(value, part) ? value[part] : undefined), row);
}

const piece = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** What an entry of a mapping gives: a column's value, or the text that several make together. */
export function valueOfEntry(row: DatasetRow, entry: string): unknown {
  if (!entry.includes('{') || Object.hasOwn(row, entry)) return valueOfColumn(row, entry);
  const text = entry.replaceAll(placeholder, (_whole, column: string) => piece(valueOfColumn(row, column)));
  return text.replaceAll(/\s+/g, ' ').trim();
}
