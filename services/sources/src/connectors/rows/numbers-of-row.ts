import { rowsBy, valueOfColumn, type Row } from '../../domain/fields/columns.ts';
import { phoneIn } from './phone-forms.ts';
import type { RowReading } from './row-settings.ts';

/** A row and the numbers that it is about, as E.164 and each once. */
export interface NumberedRow {
  row: Row;
  numbers: string[];
}

/**
 * What a row says of which numbers: its column `phone` may hold a list of them, or stand within a list of objects, of
 * which each is then about its own. Nothing where no number stands there.
 * @param read - one cell's number; else it is read as the table is
 */
export function* numberedRows(
  whole: Row,
  { phone, region }: Pick<RowReading, 'phone' | 'region'>,
  read: (cell: unknown) => string | null = (cell) => phoneIn(cell, region),
): Generator<NumberedRow> {
  for (const row of rowsBy(whole, phone)) {
    const found = [valueOfColumn(row, phone)].flat().map((cell) => read(cell));
    const numbers = [...new Set(found.filter((number) => number !== null))];
    if (numbers.length > 0) yield { row, numbers };
  }
}
