import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { SpreadsheetError } from '../src/index.ts';
import { bookOf, rowsOf, sheetOf, zipOf } from './sheets.ts';

const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const refused = async (bytes: Buffer, limits = {}): Promise<[string, string]> => {
  const error: unknown = await rowsOf(bytes, limits).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SpreadsheetError)) throw new Error(`not refused: ${String(error)}`);
  return [error.fault, error.message];
};

test('other kinds of files are named, with what to do', async () => {
  expect(await refused(Buffer.from('phone\n+998901112233\n'))).toEqual([
    'NOT_XLSX',
    expect.stringContaining('no spreadsheet'),
  ]);
  expect(await refused(Buffer.alloc(0))).toEqual(['NOT_XLSX', expect.anything()]);
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  expect(await refused(Buffer.concat([ole, Buffer.alloc(2000)]))).toEqual([
    'NOT_XLSX',
    expect.stringContaining('.xls'),
  ]);
  const locked = Buffer.concat([ole, Buffer.alloc(2000), Buffer.from('EncryptedPackage', 'utf16le')]);
  expect(await refused(locked)).toEqual(['ENCRYPTED', expect.stringContaining('password')]);
  const openDocument = await zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' });
  expect(await refused(openDocument)).toEqual(['NOT_XLSX', expect.stringContaining('OpenDocument')]);
  expect(await refused(await zipOf({ 'a.txt': 'a' }))).toEqual(['NOT_XLSX', expect.anything()]);
  expect(await refused(await bookOf('', { 'xl/workbook.xml': '<document/>' }))).toEqual([
    'NOT_XLSX',
    expect.anything(),
  ]);
});

test('a bomb is refused before it is unpacked', async () => {
  const bomb = await bookOf(Readable.from(Array.from({ length: 400 }, () => Buffer.alloc(64 * 1024, 32))));
  expect(await refused(bomb)).toEqual(['TOO_LARGE', expect.stringContaining('250 times')]);
  expect(await refused(bomb, { ratio: 10_000, unzippedBytes: 1000 })).toEqual([
    'TOO_LARGE',
    expect.stringContaining('1000'),
  ]);
  // One that says it is small ends at what it says.
  const size = Buffer.alloc(4);
  size.writeUInt32LE(400 * 64 * 1024);
  const place = bomb.lastIndexOf(size);
  const lie = Buffer.from(bomb);
  lie.writeUInt32LE(500, place);
  expect(await refused(lie)).toEqual(['DAMAGED', expect.anything()]);
});

test('each limit is told by name', async () => {
  const rows = (count: number): string => `<row>${cell('a')}</row>`.repeat(count);
  expect(await refused(await bookOf(sheetOf(rows(11))), { rows: 10 })).toEqual([
    'TOO_LARGE',
    expect.stringContaining('10 rows'),
  ]);
  const wide = await bookOf(sheetOf('<row><c r="XFD1"><v>1</v></c></row>'));
  expect(await refused(wide)).toEqual(['TOO_LARGE', expect.stringContaining('1000 cells')]);
  const shared = await bookOf(sheetOf(''), {
    'xl/strings.xml': `<sst>${'<si><t/></si>'.repeat(100)}</sst>`.replaceAll('<t/>', '<t>aa</t>'),
  });
  expect(await refused(shared, { sharedChars: 1000 })).toEqual([
    'TOO_LARGE',
    expect.stringContaining('1000 characters'),
  ]);
  expect(await refused(await bookOf(sheetOf('')), { fileBytes: 100 })).toEqual([
    'TOO_LARGE',
    expect.stringContaining('100 bytes'),
  ]);
  const piece = Readable.from([
    '<worksheet>',
    ...Array.from({ length: 40 }, (_none, at) => String(at % 7).repeat(64 * 1024)),
  ]);
  expect(await refused(await bookOf(piece), { ratio: 10_000 })).toEqual([
    'TOO_LARGE',
    expect.stringContaining('piece'),
  ]);
});

test('styles, and references to parts, are refused beyond what any workbook has: they are held in memory', async () => {
  const book = (more: Readonly<Record<string, string>>): Promise<Buffer> =>
    bookOf(sheetOf(`<row>${cell('a')}</row>`), more);
  const styles = (count: number): Readonly<Record<string, string>> => ({
    'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(count)}</cellXfs></styleSheet>`,
  });
  const formats = Array.from({ length: 65_537 }, (_none, at) => `<numFmt numFmtId="${at}"/>`).join('');
  const limits = { ratio: 10_000 };
  expect(await rowsOf(await book(styles(65_536)), limits)).toHaveLength(1);
  for (const more of [styles(65_537), { 'xl/styles.xml': `<styleSheet>${formats}</styleSheet>` }])
    expect(await refused(await book(more), limits)).toEqual(['TOO_LARGE', expect.stringContaining('65536 styles')]);
  for (const relations of [
    '<Relationship/>'.repeat(10_001),
    `<Relationship Target="${'a'.repeat(500_000)}"/>`.repeat(40),
  ])
    expect(await refused(await book({ 'xl/_rels/workbook.xml.rels': `<a>${relations}</a>` }), limits)).toEqual([
      'TOO_LARGE',
      expect.stringContaining('10000 parts'),
    ]);
});

test('a text that no cell holds is refused as it comes, in a cell and among those that cells share', async () => {
  const long = (pieces: number): Readable =>
    Readable.from(Array.from({ length: pieces }, (_none, at) => `<t>${String(at % 7).repeat(1000)}</t>`));
  async function* within(before: string, pieces: number, after: string): AsyncGenerator<string> {
    yield before;
    yield* long(pieces);
    yield after;
  }
  const cellOf = (pieces: number): Readable =>
    Readable.from(
      within('<worksheet><sheetData><row><c t="inlineStr"><is>', pieces, '</is></c></row></sheetData></worksheet>'),
    );
  expect((await rowsOf(await bookOf(cellOf(65))))[0]?.cells[0]).toHaveLength(65_000);
  expect(await refused(await bookOf(cellOf(66)))).toEqual([
    'TOO_LARGE',
    expect.stringContaining('a cell has more than 65534'),
  ]);
  const never = 'never read on to the end';
  const endless = Readable.from(within('<worksheet><sheetData><row><c t="inlineStr"><is>', 500, `</${never}>`));
  expect(await refused(await bookOf(endless))).toEqual(['TOO_LARGE', expect.stringContaining('a cell')]);
  const shared = Readable.from(within('<sst><si>', 500, `</${never}>`));
  expect(await refused(await bookOf(sheetOf(''), { 'xl/strings.xml': shared }))).toEqual([
    'TOO_LARGE',
    expect.stringContaining('a text that its cells share'),
  ]);
});

test('a text that cells share counts as often as they refer to it', async () => {
  const strings = { 'xl/strings.xml': `<sst><si><t>${'a'.repeat(32_767)}</t></si></sst>` };
  const row = (cells: number): string => `<row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`;
  expect((await rowsOf(await bookOf(sheetOf(row(500)), strings)))[0]?.cells).toHaveLength(500);
  expect(await refused(await bookOf(sheetOf(row(600)), strings))).toEqual([
    'TOO_LARGE',
    expect.stringContaining('row 1 has more than 16777216 characters'),
  ]);
  expect(await refused(await bookOf(sheetOf(row(10).repeat(40)), strings), { unzippedBytes: 10_000_000 })).toEqual([
    'TOO_LARGE',
    expect.stringContaining('its cells have more than 10000000 characters'),
  ]);
});

test('what is not written as it should be is damaged, never half read in silence', async () => {
  const faults = [
    sheetOf('<row r="2"/><row r="1"/>'),
    sheetOf('<row r="x"/>'),
    sheetOf('<row><c r="B1"/><c r="A1"/></row>'),
    sheetOf('<row><c r="%"/></row>'),
    sheetOf('<row><c t="s"><v>9</v></c></row>'),
    '<worksheet><sheetData>',
    `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(100)}">]><worksheet/>`,
    '<worksheet>&unknown;</worksheet>',
    `${'<a>'.repeat(100)}`,
    '',
  ];
  for (const sheet of faults) expect(await refused(await bookOf(sheet))).toEqual(['DAMAGED', expect.anything()]);
});

test('any damage to a file is told as such, or does no harm', async () => {
  const whole = await bookOf(sheetOf(`<row>${cell('a')}${cell('b')}</row>`.repeat(50)));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
      fc.nat({ max: whole.length }),
      fc.boolean(),
      async (changes, end, cut) => {
        const bytes = Buffer.from(cut ? whole.subarray(0, end) : whole);
        for (const [place, value] of changes) if (place < bytes.length) bytes[place] = value;
        await rowsOf(bytes).catch((error: unknown) => {
          if (!(error instanceof SpreadsheetError)) throw error;
        });
      },
    ),
    { numRuns: 300 },
  );
});
