// How the beginning of a phones file is read: by the console, which shows what it will be taken for before it is sent, and by the server, which takes it.

/** How a phones file is laid out, as its first row tells. */
export interface Layout {
  /** The separator's character code; null when the first row has none: then each of them separates. */
  separator: number | null;
  /** Which cell of a row is the phone, counted from 0. */
  column: number;
  /** What the first row calls that column; null: it names none. */
  header: string | null;
}

export const separators = [',', ';', '\t'] as const;
const headerWords: ReadonlySet<string> = new Set(['phone', 'number', 'msisdn', 'tel', 'mobile']);

/** Where the first line begins that is more than blanks. */
function firstRowAt(text: string): number {
  const begin = text.search(/[^ \t\r\n]/);
  return begin < 0 ? text.length : Math.max(text.lastIndexOf('\n', begin), text.lastIndexOf('\r', begin)) + 1;
}

/**
 * The cells of the row that begins at `from`, unquoted. A quote opens a quoted cell only as the cell's first character.
 */
function cellsOf(text: string, from: number, splitting: readonly string[]): { cells: string[]; used: string[] } {
  const cells: string[] = [];
  const used: string[] = [];
  let cell = '';
  let atStart = true;
  let quoted = false;
  for (let index = from; index < text.length; index++) {
    const char = text[index] ?? '';
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[index + 1] === '"') cell += text[++index];
      else quoted = false;
    } else if (char === '\n' || char === '\r') break;
    else if (splitting.includes(char)) {
      cells.push(cell);
      cell = '';
      used.push(char);
      atStart = true;
      continue;
    } else if (char === '"' && atStart) quoted = true;
    else cell += char;
    atStart = false;
  }
  cells.push(cell);
  return { cells, used };
}

/** A cell that can only be a phone. */
const aPhone = /^[ \t]*[+\d]+[ \t]*$/;

/**
 * Reads the layout from the beginning of a file. The most frequent separator of the first row is the file's. Where
 * several are as frequent, it is the one by which the row names its column of phones or begins with a phone (`,` before
 * `;` before tab): the other then stands inside of a cell, as in `phone;Last, First`.
 */
export function layoutOf(beginning: string): Layout {
  const at = firstRowAt(beginning);
  const { used } = cellsOf(beginning, at, separators);
  const countOf = (separator: string): number => used.filter((each) => each === separator).length;
  const most = Math.max(...separators.map(countOf));
  const choices = most === 0 ? [separators] : separators.filter((each) => countOf(each) === most).map((each) => [each]);
  const read = choices.map((splitting) => {
    const { cells } = cellsOf(beginning, at, splitting);
    const column = cells.findIndex((cell) => headerWords.has(cell.trim().toLowerCase()));
    const layout: Layout = {
      separator: most === 0 ? null : (splitting[0]?.charCodeAt(0) ?? null),
      column: Math.max(column, 0),
      header: cells[column]?.trim() ?? null,
    };
    return { layout, hasPhones: column >= 0 || aPhone.test(cells[0] ?? '') };
  });
  const chosen = read.find(({ hasPhones }) => hasPhones) ?? read[0];
  return chosen?.layout ?? { separator: null, column: 0, header: null };
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const ZIP = 'PK\u0003\u0004';
/** Beginnings of common binary files whose further bytes may look like text. */
const signatures: readonly string[] = [
  '%PDF-',
  ZIP,
  '\u0089PNG',
  '\u00FF\u00D8\u00FF',
  'GIF8',
  '\u001F\u008B',
  '\u00D0\u00CF\u0011\u00E0',
  'RIFF',
];
/** As many bytes as the encoding is told from. */
export const SNIFFED_BYTES = 512;

/** Parts of text in UTF-16 without a mark: of two bytes one is nearly always 0, the other never. */
function looksLikeUtf16(bytes: Uint8Array): Encoding | null {
  if (bytes.length < 4) return null;
  const zeros = [0, 0];
  for (let index = 0; index < bytes.length; index++)
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const half = Math.floor(bytes.length / 2);
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd >= half * 0.7) return 'utf-16le';
  return odd === 0 && even >= half * 0.7 ? 'utf-16be' : null;
}

/** The encoding of a text file by its first `SNIFFED_BYTES`, and how many bytes of mark it begins with. */
export function encodingOf(bytes: Uint8Array): { encoding: Encoding; mark: number } {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', mark: 3 };
  return { encoding: looksLikeUtf16(bytes) ?? 'utf-8', mark: 0 };
}

const begins = (bytes: Uint8Array, signature: string): boolean =>
  Array.from(signature).every((char, index) => bytes[index] === char.charCodeAt(0));

/** Whether a file begins as those of a common binary format do. */
export const isBinary = (bytes: Uint8Array): boolean => signatures.some((signature) => begins(bytes, signature));

/** Whether a file is of the zip format: every .xlsx is one. */
export const isZip = (bytes: Uint8Array): boolean => begins(bytes, ZIP);
