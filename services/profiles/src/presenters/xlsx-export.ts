import type { Readable } from 'node:stream';
import type { Profile } from '@numscope/contracts';
import { importedText } from '@numscope/contracts/csv-text';
import type { Digest } from './digest.ts';
import { type Cell, tableColumns } from './table-columns.ts';

const textOf = (cell: Cell): string => (cell === null ? '' : importedText(String(cell)));
const readers = Object.values(tableColumns);

async function* rowsOf(slices: AsyncIterable<string[]>, counted: () => void): AsyncGenerator<string[]> {
  for await (const profiles of slices)
    for (const text of profiles) {
      const profile = JSON.parse(text) as Profile;
      counted();
      yield readers.map((read) => textOf(read(profile)));
    }
}

/** The columns of the CSV export as cells of text, so that nothing of it is a formula and a phone stays as it is. */
export async function* xlsxExport(slices: AsyncIterable<string[]>, digest: Digest): AsyncGenerator<Buffer> {
  const { writeSheet } = await import('@numscope/spreadsheets');
  const sheet: Readable = writeSheet(
    Object.keys(tableColumns),
    rowsOf(slices, () => {
      digest.count += 1;
    }),
  );
  for await (const chunk of sheet) yield digest.add(Buffer.from(chunk), 0);
}
