import { expect, it } from '@jest/globals';
import { unguardedText } from '@numscope/contracts/csv-text';
import { type CellList, splitCell } from '@numscope/contracts/list-cell';
import { readSheet } from '@numscope/spreadsheets/read-sheet';
import * as fc from 'fast-check';
import { Readable } from 'node:stream';
import type { ExportDocument } from '../src/export/export-document.ts';
import { writeXlsx } from '../src/export/write-xlsx.ts';

const lists = ['texts', 'phones', 'emails', 'sites'] as const satisfies CellList[];

/** One record: a text, and a list of each kind. */
const documentOf = (text: string, values: readonly string[]): ExportDocument => ({
  language: 'en',
  title: 'Profiles',
  facts: [],
  columns: [
    { name: 'text', heading: 'Text', width: 10, cell: 'text' },
    ...lists.map((list) => ({ name: list, heading: list, width: 10, cell: list })),
    { name: 'read', heading: 'Read by people alone', width: 10 },
  ],
  records: [
    {
      id: '1',
      heading: '1',
      mark: null,
      photos: [],
      values: [[text], ...lists.map(() => values), values].map((each) => each.map((value) => ({ value, said: [] }))),
    },
  ],
  words: { photo: 'Photo', records: 'Profiles', about: 'About', otherScript: '', otherScriptNote: '' },
  provenance: null,
});

/** The cells of the record, as an import reads them. */
async function cellsOf(document: ExportDocument): Promise<string[]> {
  const book = await writeXlsx(document, { photos: new Map(), progress: () => undefined });
  const rows: string[][] = [];
  for await (const { cells } of readSheet(Readable.from([Buffer.from(await book.arrayBuffer())])))
    rows.push([...cells]);
  return rows.at(1) ?? [];
}

/** All signs that part something in a cell, what is written before them, and what a spreadsheet would run. */
const piece = fc.constantFrom(...String.raw`\ | ; , ' = + @`.split(' '), ' ', '\n', '\r\n', '\r', '\t', 'a', 'Ж', '1');
const value = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join('').trim())
  .filter((text) => /[aЖ1]/.test(text));

it('a value of a workbook comes back from an import as it was, whatever stands in it, in a list as well', async () => {
  await fc.assert(
    fc.asyncProperty(value, fc.array(value, { minLength: 1, maxLength: 4 }), async (text, values) => {
      const [one = '', ...cells] = await cellsOf(documentOf(text, values));
      expect(unguardedText(one.trim())).toBe(text);
      for (const [place, list] of lists.entries())
        expect([list, splitCell(unguardedText((cells[place] ?? '').trim()), list)]).toEqual([list, values]);
    }),
  );
});

it('values stand one below the other, and as they are where no import reads them', async () => {
  const values = ['5, Navoi | 2', 'C:\\'];
  const [, texts, , , , read] = await cellsOf(documentOf('a', values));
  expect([texts, read]).toEqual([String.raw`5, Navoi \| 2` + '\nC:\\', values.join('\n')]);
});
