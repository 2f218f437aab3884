import { type Row, valueOfColumn } from './columns.ts';
import { readObservedAt } from './read-observed-at.ts';

/** Rows about one number, the newest first; those of an unknown time behind. */
export interface DatedRows {
  rows: Row[];
  /** When each of them was so, in their order; null where it is not known. */
  times: Array<number | null>;
}

/** The column that tells when a row was so; null where one date holds for all rows, or none is told. */
export const timeColumn = (setting: string | number | null): string | null =>
  typeof setting === 'string' && readObservedAt(setting) === null ? setting : null;

/** Finds out when rows were so. @param setting a column, or a date that holds for all */
export function datedRows(rows: readonly Row[], setting: string | number | null): DatedRows {
  const column = timeColumn(setting);
  const ofAll = column === null ? readObservedAt(setting) : null;
  const dated = rows
    .map((row) => ({ row, time: column === null ? ofAll : readObservedAt(valueOfColumn(row, column)) }))
    .sort((a, b) => (b.time ?? -1) - (a.time ?? -1));
  return { rows: dated.map(({ row }) => row), times: dated.map(({ time }) => time) };
}
