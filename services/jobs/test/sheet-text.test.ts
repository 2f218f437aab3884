import { expect, it } from '@jest/globals';
import ExcelJS from 'exceljs';
import { sheetText } from '../src/ingest/sheet-text.ts';

const LONG = 'x'.repeat(20_000);

/** What the sheet of these rows becomes, piece by piece, and what it is refused with in the end. */
async function textOf(rows: string[][], most?: number): Promise<{ pieces: Uint8Array[]; error: unknown }> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Numbers').addRows(rows);
  const file = Buffer.from(await book.xlsx.writeBuffer());
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of sheetText(new Blob([file]).stream(), most)) pieces.push(piece);
  } catch (error) {
    return { pieces, error };
  }
  return { pieces, error: null };
}

const bytesOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

it.each([
  ['rows', Array.from({ length: 50 }, () => [LONG])],
  ['cells of one row', [Array.from({ length: 50 }, () => LONG)]],
  ['letters of several bytes', Array.from({ length: 50 }, () => ['\u044f'.repeat(10_000)])],
])('is refused once it is longer than a text file may be, however small the file: %s', async (_name, rows) => {
  expect(await textOf(rows)).toMatchObject({ error: null });
  const { pieces, error } = await textOf(rows, 500_000);
  expect(error).toMatchObject({ fault: 'TOO_LARGE' });
  expect(bytesOf(pieces)).toBeGreaterThan(300_000);
  expect(bytesOf(pieces)).toBeLessThanOrEqual(500_000);
});

it('is never held as one text, not even a row', async () => {
  const { pieces } = await textOf([Array.from({ length: 50 }, () => LONG)]);
  expect(bytesOf(pieces)).toBeGreaterThan(1_000_000);
  for (const { length } of pieces) expect(length).toBeLessThan(100_000);
});
