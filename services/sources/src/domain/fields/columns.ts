import { isItem, type Item } from './field-shapes.ts';

/** A row of an operator's table or a hit of an index: values by the names of columns. */
export type Row = Item;

const placeholder = /\{([^{}]+)\}/g;

/** The columns that an entry of a mapping reads: itself, or those of a text like `{First} {Last}`. */
export function columnsOfEntry(entry: string): string[] {
  const named = [...entry.matchAll(placeholder)].map(([, column = '']) => column);
  return named.length > 0 ? named : [entry];
}

/** What stands at a path within a value; of a list of objects what stands there in any of them, as a list. */
function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    const found = value.filter(isItem).map((item) => valueAt(item, [name, ...rest]));
    const list = found.filter((one) => one !== undefined).flat();
    return list.length > 0 ? list : undefined;
  }
  return isItem(value) && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined;
}

/**
 * A column, or `outer.inner` of nested JSON where there is no column of that very name; of a list of objects a list of
 * what they have. Undefined where there is none.
 */
export function valueOfColumn(row: Row, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  return column.includes('.') ? valueAt(row, column.split('.')) : undefined;
}

function replaced(row: Row, [name = '', ...rest]: readonly string[], value: unknown): Row {
  const inner = row[name];
  return { ...row, [name]: rest.length > 0 && isItem(inner) ? replaced(inner, rest, value) : value };
}

function* rowsAt(row: Row, path: readonly string[]): Generator<Row> {
  let value: unknown = row;
  for (const [depth, name] of path.entries()) {
    if (!isItem(value) || !Object.hasOwn(value, name)) break;
    value = value[name];
    const rest = path.slice(depth + 1);
    if (!Array.isArray(value) || rest.length === 0) continue;
    for (const item of value)
      if (isItem(item) && valueAt(item, rest) !== undefined)
        for (const one of rowsAt(item, rest)) yield replaced(row, path.slice(0, depth + 1), one);
    return;
  }
  yield row;
}

/**
 * The rows that a row is made of by a column within a list of objects: one for each object that has it, which stands
 * alone in the place of the list. What else an object has is of itself, not of the others.
 */
export const rowsBy = (row: Row, column: string): Iterable<Row> =>
  column.includes('.') && !Object.hasOwn(row, column) ? rowsAt(row, column.split('.')) : [row];

const piece = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** What an entry of a mapping gives: a column's value, or the text that several make together. */
export function valueOfEntry(row: Row, entry: string): unknown {
  if (!entry.includes('{') || Object.hasOwn(row, entry)) return valueOfColumn(row, entry);
  const text = entry.replaceAll(placeholder, (_whole, column: string) => piece(valueOfColumn(row, column)));
  return text.replaceAll(/\s+/g, ' ').trim();
}
