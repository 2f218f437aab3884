import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import exceljs from 'exceljs';
import * as fc from 'fast-check';
import { columnName, columnOf } from '../src/column-names.ts';
import { writeSheet } from '../src/index.ts';
import { each, rowsOf } from './sheets.ts';

const withoutEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

test('columns have the names of spreadsheet programs', () => {
  expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
  for (let column = 0; column < 16_384; column += 1) expect(columnOf(`${columnName(column)}1`)).toBe(column);
});

test('what is written is read again: any text of whole characters, any number of columns', async () => {
  const cellText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
    fc.constantFrom('_x000D_', '_x005F_', '=1+1', '+998901112233', '-1', '@A', ' a ', 'a\r\nb\rc\td', ']]>', '&amp;'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cellText, { maxLength: 6 }), { maxLength: 8 }), async (rows) => {
      const read = await rowsOf(await buffer(writeSheet(['a'], each(rows))));
      const wanted = [['a'], ...rows.map(withoutEnd)].map((cells, place) => ({
        line: place + 1,
        cells: cells.map((cell) => cell.toWellFormed()),
      }));
      expect(read).toEqual(wanted.filter(({ cells }) => cells.length > 0));
    }),
    { numRuns: 200 },
  );
});

test('another program reads what is written, as text and never as a formula', async () => {
  const rows = [
    ['=HYPERLINK("http://x")', '+998901112233'],
    ['@SUM(1)', '-2+3'],
    ['Анвар <b> & Co', '🙂'],
  ];
  const book = new exceljs.Workbook();
  await book.xlsx.load((await buffer(writeSheet(['one', 'two'], each(rows)))).buffer as ArrayBuffer);
  const sheet = book.worksheets[0];
  expect(sheet?.rowCount).toBe(4);
  for (const [place, row] of rows.entries())
    for (const [column, text] of row.entries()) {
      const found = sheet?.getCell(place + 2, column + 1);
      expect(found?.type).not.toBe(exceljs.ValueType.Formula);
      expect(found?.text).toBe(text);
    }
  expect(sheet?.getCell('A2').numFmt).toBe('@');
});

test('rows beyond a sheet go on in a further one, which begins with the columns again', async () => {
  const rows = Array.from({ length: 25 }, (_none, place) => [`n${place}`]);
  const bytes = await buffer(writeSheet(['column'], each(rows), 11));
  const book = new exceljs.Workbook();
  await book.xlsx.load(bytes.buffer as ArrayBuffer);
  expect(book.worksheets.map(({ rowCount }) => rowCount)).toEqual([11, 11, 6]);
  expect(book.worksheets[2]?.getCell('A1').text).toBe('column');
  expect(book.worksheets[2]?.getCell('A6').text).toBe('n24');
});

test('a text longer than a cell is cut where a spreadsheet program would refuse the file', async () => {
  const [, row] = await rowsOf(await buffer(writeSheet(['a'], each([['x'.repeat(40_000)]]))));
  expect(row?.cells[0]).toHaveLength(32_767);
  expect(row?.cells[0]?.endsWith('…')).toBe(true);
});

test('a text is never cut within a character, and half a one is none', async () => {
  const [, row, half] = await rowsOf(await buffer(writeSheet(['a'], each([['🙂'.repeat(20_000)], ['a\uD83D']]))));
  expect(row?.cells[0]).toBe(`${'🙂'.repeat(16_383)}…`);
  const [, odd] = await rowsOf(await buffer(writeSheet(['a'], each([[`x${'🙂'.repeat(20_000)}`]]))));
  expect(odd?.cells[0]).toBe(`x${'🙂'.repeat(16_382)}…`);
  expect(half?.cells[0]).toBe('a\uFFFD');
});

test('the error of the rows is the error of the bytes', async () => {
  async function* rows(): AsyncGenerator<string[]> {
    yield ['one'];
    throw new Error('the store is gone');
  }
  await expect(buffer(writeSheet(['a'], rows()))).rejects.toThrow('the store is gone');
});

test('whoever leaves before the end ends the reading of the rows', async () => {
  let ended: () => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  async function* rows(): AsyncGenerator<string[]> {
    try {
      for (;;) yield [String(Math.random()).repeat(50)];
    } finally {
      ended();
    }
  }
  const bytes = writeSheet(['a'], rows());
  bytes.once('data', () => bytes.destroy());
  bytes.once('error', () => undefined);
  await end;
});
