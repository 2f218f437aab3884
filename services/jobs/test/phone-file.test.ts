import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { cleanPhone } from '@numscope/numbering';
import { PhoneFile } from '../src/ingest/phone-file.ts';

interface Read {
  fault: string | null;
  details: unknown;
  phones: string[];
  skipped: number;
}

function readIn(pieces: readonly Uint8Array[], skipInvalidLines = false, clean = false): Read {
  const file = new PhoneFile({ region: null, skipInvalidLines, clean });
  let fault = null;
  for (const piece of pieces) {
    // The reader's memory is used again for the next piece.
    const lent = Uint8Array.from(piece);
    fault ??= file.write(lent);
    lent.fill(0);
  }
  fault ??= file.end();
  const sorted = [...file.candidates.sortedUnique()];
  const phones = fault
    ? []
    : [...sorted.map((value) => (value % 2 === 1 ? '+' : '') + Math.floor(value / 2)), ...file.texts];
  return {
    fault: fault?.code ?? null,
    details: fault?.details,
    phones: [...new Set(phones)].sort(),
    skipped: file.skippedLines,
  };
}

const read = (content: string | Uint8Array, skip = false): Read =>
  readIn([typeof content === 'string' ? Buffer.from(content) : content], skip);

interface NaiveRow {
  line: number;
  cells: string[];
  text: string;
  used: string[];
}

/** Null when a quote never closes. */
function naiveRows(text: string, separators: readonly string[]): { rows: NaiveRow[]; closed: boolean } {
  const rows: NaiveRow[] = [];
  let row: NaiveRow = { line: 1, cells: [''], text: '', used: [] };
  let state: 'start' | 'plain' | 'quoted' | 'after' = 'start';
  let line = 1;
  const add = (char: string): void => void row.cells.push((row.cells.pop() ?? '') + char);
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? '';
    const crlf = char === '\r' && text[index + 1] === '\n';
    const lineEnd = char === '\n' || char === '\r';
    if (lineEnd && !crlf) line++;
    if (state !== 'quoted' && lineEnd) {
      if (crlf) {
        index++;
        line++;
      }
      rows.push(row);
      row = { line, cells: [''], text: '', used: [] };
      state = 'start';
      continue;
    }
    row.text += char;
    if (state === 'quoted' && char !== '"') add(char);
    else if (state === 'quoted') state = 'after';
    else if (separators.includes(char)) {
      row.cells.push('');
      row.used.push(char);
      state = 'start';
    } else if (char === '"' && state !== 'plain') {
      if (state === 'after') add(char);
      state = 'quoted';
    } else {
      add(char);
      state = 'plain';
    }
  }
  return { rows: [...rows, row], closed: state !== 'quoted' };
}

/** The rules once more, as plainly as they can be said: on the whole text, with strings and no care for speed. */
function naive(text: string, skip: boolean): Read {
  const none = { phones: [], skipped: 0, details: undefined };
  const separators = [',', ';', '\t'];
  const isFilled = (row: NaiveRow): boolean => row.text.trim() !== '';
  const used = naiveRows(text, separators).rows.find(isFilled)?.used ?? [];
  const counts = separators.map((each) => used.filter((one) => one === each).length);
  const most = Math.max(...counts);
  const words = ['phone', 'number', 'msisdn', 'tel', 'mobile'];
  const isWord = (cell: string): boolean => words.includes(cell.trim().toLowerCase());
  const equals = separators.filter((_each, index) => most > 0 && counts[index] === most);
  const tells = (separator: string): boolean => {
    const cells = naiveRows(text, [separator]).rows.find(isFilled)?.cells ?? [];
    return cells.some(isWord) || /^[+\d]+$/.test((cells[0] ?? '').replaceAll(/^[ \t]+|[ \t]+$/g, ''));
  };
  const separator = equals.find(tells) ?? equals[0];
  const { rows, closed } = naiveRows(text, separator === undefined ? separators : [separator]);
  if (!closed) return { fault: 'FILE_PARSING', ...none };

  const headerAt = rows.findIndex(isFilled);
  const column = rows[headerAt]?.cells.findIndex(isWord) ?? -1;
  const phones: string[] = [];
  const wrong: Array<{ line: number; text: string }> = [];
  for (const each of column >= 0 ? rows.slice(headerAt + 1) : rows) {
    const value = each.cells[Math.max(column, 0)] ?? '';
    const trimmed = value.replaceAll(/^[ \t]+|[ \t]+$/g, '');
    if (trimmed === '') continue;
    if (/^[+\d]+$/.test(trimmed)) phones.push(trimmed);
    else wrong.push({ line: each.line, text: value.trim() });
  }
  const details = wrong.length > 0 ? wrong.slice(0, 10) : undefined;
  if (phones.length === 0) {
    const asWritten = !skip && wrong.slice(0, 10).some((each) => cleanPhone(each.text) !== null);
    return { fault: asWritten ? 'PHONES_NOT_NUMERIC' : 'NO_PHONES', ...none, skipped: wrong.length, details };
  }
  if (wrong.length > 0 && !skip) return { fault: 'PHONES_NOT_NUMERIC', phones: [], skipped: wrong.length, details };
  return { fault: null, phones: [...new Set(phones)].sort(), skipped: wrong.length, details: undefined };
}

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^\+?[1-9]\d{5,13}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'phone',
      'Tel',
      '"Number"',
      '"',
      '""',
      '+',
      '0',
      '00998',
      '"a""b"',
      '"x\ny"',
      'Анна',
      'é',
      '12345678901234567',
      '"998901234567"',
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom(',', ';', '\t', ' ', '\n', '\r\n', '\r', '\n\n') },
);
const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('reading a phones file', () => {
  it('finds what the plain rules find, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(
        texts,
        fc.boolean(),
        fc.array(fc.nat(200), { maxLength: 12 }),
        fc.constantFrom('utf8', 'utf8-mark', 'utf16le', 'utf16be'),
        (text, skip, cuts, encoding) => {
          const bytes =
            encoding === 'utf8'
              ? Buffer.from(text)
              : encoding === 'utf8-mark'
                ? Buffer.from(`\ufeff${text}`)
                : encoding === 'utf16le'
                  ? Buffer.from(`\ufeff${text}`, 'utf16le')
                  : Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
          const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
          const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
          const found = readIn(pieces, skip);
          const expected = naive(text, skip);
          expect({ ...found, skipped: 0 }).toEqual({ ...expected, skipped: 0 });
          if (expected.fault === null) expect(found.skipped).toBe(expected.skipped);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('takes UTF-16 without a mark where it is clearly that', () => {
    expect(read(Buffer.from('998901234567\n998901234568\n', 'utf16le')).phones).toEqual([
      '998901234567',
      '998901234568',
    ]);
    expect(read(Buffer.from('998901234567\n', 'utf16le').swap16()).phones).toEqual(['998901234567']);
  });

  it.each([
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'NOT_CSV'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004abc'), 'NOT_CSV'],
    ['a PDF', Buffer.from('%PDF-1.7\n998901234567'), 'NOT_CSV'],
    ['control characters far inside', Buffer.from(`${'998901234567\n'.repeat(10_000)}\u0000\n`), 'NOT_CSV'],
    ['bytes of another encoding', Buffer.from('Müller,998901234567\n', 'latin1'), 'FILE_PARSING'],
    ['a cut character at the end', Buffer.from('998901234567,é').subarray(0, -1), 'FILE_PARSING'],
    ['half a character of UTF-16', Uint8Array.from([0xff, 0xfe, 0x39, 0x00, 0x39]), 'FILE_PARSING'],
    ['a quote that never closes', Buffer.from('"998901234567\n1\n'), 'FILE_PARSING'],
    ['nothing', Buffer.from(''), 'NO_PHONES'],
    ['a mark alone', Buffer.from('\ufeff'), 'NO_PHONES'],
    ['a header alone', Buffer.from('phone;name\n'), 'NO_PHONES'],
    ['only words', Buffer.from('hello\nworld\n'), 'NO_PHONES'],
    ['letters among numbers', Buffer.from('998901234567\nabc\n'), 'PHONES_NOT_NUMERIC'],
    ['blanks inside a number', Buffer.from('998901234567\n998 90 1234567\n'), 'PHONES_NOT_NUMERIC'],
    ['nothing but phones as people write them', Buffer.from('(650) 253-0000\n'), 'PHONES_NOT_NUMERIC'],
  ])('refuses %s', (_title, bytes, code) => {
    expect(read(bytes).fault).toBe(code);
  });

  it.each([
    ['hello\nworld\n', false],
    ['hello\nworld\n', true],
    ['tel:90 111-22-01\n+998 90 111-22-01\n', false],
    ['998901234567\nabc\n(650) 253-0000\n', false],
  ])('names the lines of %j', (text, skip) => {
    const { fault, details } = read(text, skip);
    expect(fault).not.toBeNull();
    const lines = text.split('\n').map((each, index) => ({ line: index + 1, text: each }));
    expect(details).toEqual(lines.filter((each) => /[^\d]/.test(each.text)));
  });

  it.each([
    ['names its column of phones', 'phone;last, first\n998901234567;Smith, John\n'],
    ['begins with a phone', '998901234567;Smith, John\n'],
    ['is split at commas', '998901234567,Smith; John\n'],
  ])('takes of two separators that are as frequent the one by which the first row %s', (_how, text) => {
    expect(read(text)).toMatchObject({ fault: null, phones: ['998901234567'] });
  });

  it('tells the line of a fault also behind quoted line ends, and its text cut short', () => {
    const { details } = read(`name;phone\r\n"a\r\nb";998901234567\r\nx;${'y'.repeat(500)}\r\n`);
    expect(details).toEqual([{ line: 4, text: 'y'.repeat(160) }]);
  });
});
