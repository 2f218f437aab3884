import { valueOfColumn } from '../../domain/columns.ts';
import { phoneIn } from './phone-forms.ts';
import type { RowReading } from './row-settings.ts';

/**
 * The numbers that a row is about, as E.164 and each once: its column `phone` may hold a list of them.
 * @param read - one cell's number; else it is read as the table is
 */
export function numbersOfRow(
  row: Readonly<Record<string, unknown>>,
  { phone, region }: Pick<RowReading, 'phone' | 'region'>,
  read: (cell: unknown) => string | null = (cell) => phoneIn(cell, region),
): string[] {
  const numbers = [valueOfColumn(row, phone)].flat().map((cell) => read(cell));
  return [...new Set(numbers.filter((number) => number !== null))];
}
