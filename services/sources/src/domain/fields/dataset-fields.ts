import { listFields, profileFields, type SourceFields } from '@numscope/contracts';
import { type Row, valueOfEntry } from './columns.ts';
import { sanitiseFields } from './sanitise-fields.ts';

export type ColumnMap = Readonly<Record<string, string | readonly string[]>>;

/** The address of a picture may hold what separates the values of others. */
const lists: ReadonlySet<string> = new Set(listFields.filter((field) => profileFields[field].many !== 'image'));

/** A cell may hold several values of a list, separated by `;`, `|` or line breaks. */
const valuesOf = (field: string, value: unknown): unknown[] => {
  if (typeof value === 'string' && lists.has(field)) return value.split(/[;|\n]/);
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
};

/** What is taken as it stands. */
const untimed: ReadonlySet<string> = new Set(['other', 'numbering']);

/**
 * All rows about one number as its fields: lists are joined, of a single value the first row's counts. Without a map
 * columns are fields.
 *
 * @param times when each row was so; where they differ, each value gets its own
 */
export function datasetFields(
  rows: readonly Row[],
  map: ColumnMap | null,
  times: ReadonlyArray<number | null>,
): SourceFields | null {
  const differ = new Set(times).size > 1;
  // Without what every object inherits: a column may have any name.
  const merged: Record<string, unknown[]> = Object.create(null);
  for (const [place, row] of rows.entries()) {
    const columns = map ? Object.entries(map) : Object.keys(row).map((column) => [column, column] as const);
    for (const [field, names] of columns) {
      for (const name of [names].flat()) {
        const values = valuesOf(field, valueOfEntry(row, name));
        const told = differ && !untimed.has(field);
        const list = (merged[field] ??= []);
        for (const value of values) list.push(told ? { value, observedAt: times[place] } : value);
      }
    }
  }
  const { other, numbering, ...rest } = merged;
  return sanitiseFields({ ...rest, other: other?.[0], numbering: numbering?.[0] });
}
