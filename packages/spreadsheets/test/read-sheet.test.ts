import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import exceljs from 'exceljs';
import * as fc from 'fast-check';
import { isDateFormat } from '../src/date-styles.ts';
import { dateText, numberText } from '../src/cell-values.ts';
import { bookOf, rowsOf, sheetOf } from './sheets.ts';

test('a workbook of another program: numbers as plain text, dates in ISO form, formulas by their value', async () => {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Phones');
  book.addWorksheet('Another').addRow(['not this one']);
  sheet.addRow(['phone', 'born', 'seen', 'note']);
  sheet.addRow([998901112233, new Date(Date.UTC(1990, 0, 31)), new Date(Date.UTC(2026, 4, 5, 8, 30)), 'Анвар']);
  sheet.addRow([]);
  const last = sheet.addRow([
    0.1,
    '',
    { formula: 'A2*2', result: 1997802224466 },
    { richText: [{ text: 'a' }, { text: 'b' }] },
  ]);
  last.getCell(5).value = true;
  const folder = await mkdtemp(join(tmpdir(), 'numscope-'));
  try {
    const file = join(folder, 'book.xlsx');
    await book.xlsx.writeFile(file);
    expect(await rowsOf(file)).toEqual([
      { line: 1, cells: ['phone', 'born', 'seen', 'note'] },
      { line: 2, cells: ['998901112233', '1990-01-31', '2026-05-05T08:30:00', 'Анвар'] },
      { line: 4, cells: ['0.1', '', '1997802224466', 'ab', 'true'] },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('parts are found however their names are written, and the one that is named exactly comes first', async () => {
  const sheet = sheetOf('<row><c t="s"><v>0</v></c></row>');
  const strings = (text: string): string => `<sst><si><t>${text}</t></si></sst>`;
  expect(await rowsOf(await bookOf(sheet, { 'XL/Strings.XML': strings('any') }))).toEqual([
    { line: 1, cells: ['any'] },
  ]);
  const both = { 'xl/Strings.xml': strings('other'), 'xl/strings.xml': strings('exact') };
  expect(await rowsOf(await bookOf(sheet, both))).toEqual([{ line: 1, cells: ['exact'] }]);
});

test('numbers never have an exponent or an idle nought', () => {
  expect(numberText('9.98901112233E11')).toBe('998901112233');
  expect(numberText('9.9890111223300001E+11')).toBe('998901112233');
  expect(numberText('1E22')).toBe('10000000000000000000000');
  expect(numberText('-1.5e-9')).toBe('-0.0000000015');
  expect(numberText('12.0')).toBe('12');
  expect(numberText('0.10000000000000001')).toBe('0.1');
  expect(numberText('12345678901234567890')).toBe('12345678901234567890');
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const text = numberText(String(number));
      expect(text).toMatch(/^-?\d+(?:\.\d*[1-9])?$/);
      expect(Number(text)).toBe(number + 0);
    }),
  );
});

test('dates of both ways of counting, and what only looks like one', () => {
  expect(dateText('1', false)).toBe('1900-01-01');
  expect(dateText('59', false)).toBe('1900-02-28');
  expect(dateText('61', false)).toBe('1900-03-01');
  expect(dateText('0', true)).toBe('1904-01-01');
  expect(dateText('45000.5', false)).toBe('2023-03-15T12:00:00');
  expect(dateText('0.25', false)).toBe('06:00:00');
  expect(dateText('1E300', false)).toBe(numberText('1E300'));
  expect(['yyyy-mm-dd', '[h]:mm', 'dd.mm.yy;@', '[$-409]d mmm'].map(isDateFormat)).toEqual([true, true, true, true]);
  expect(['0', 'General', '#,##0.00 "days"', '0\\d', '[Red]0', '@', '0;"s"'].map(isDateFormat)).toEqual(
    Array(7).fill(false),
  );
});

test('cells and rows without names, names with gaps, a prefix of a namespace, readings left out', async () => {
  const strings = '<sst><si><t>Tokyo</t><rPh><t>toukyou</t></rPh></si><si><r><t>a</t></r><r><t>b</t></r></si></sst>';
  const rows =
    '<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c></x:row><x:row r="7"><x:c r="C7"><x:v>5</x:v></x:c></x:row>';
  expect(
    await rowsOf(await bookOf(`<x:worksheet xmlns:x="m">${rows}</x:worksheet>`, { 'xl/strings.xml': strings })),
  ).toEqual([
    { line: 1, cells: ['Tokyo', 'ab'] },
    { line: 7, cells: ['', '', '5'] },
  ]);
  expect(await rowsOf(await bookOf(sheetOf('')))).toEqual([]);
});
