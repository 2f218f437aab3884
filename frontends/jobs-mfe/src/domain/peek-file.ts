import { limits, messages } from '@numscope/contracts';

/** What the beginning of a phones file tells before it is sent. */
export interface FilePeek {
  encoding: string;
  /** A spreadsheet: the server takes its first sheet where it is told to. */
  sheet: boolean;
  /** The column that holds the phones, by its name; null: the first, without a header. */
  column: string | null;
}

const BEGINNING = 65_536;
/** How every .xlsx file begins. */
const zip = [0x50, 0x4b, 3, 4];
const headers = new Set(['phone', 'number', 'msisdn', 'tel', 'mobile']);
const separators = [',', ';', '\t'];

function encodingOf(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  let even = 0;
  let odd = 0;
  for (const [i, byte] of bytes.entries())
    if (byte === 0)
      if (i % 2 === 0) even += 1;
      else odd += 1;
  if (even + odd === 0) return 'utf-8';
  // Text of two bytes a character has its zeros on one side only; anything else with zeros is no text.
  const half = bytes.length / 2;
  if (odd > half * 0.4 && even === 0) return 'utf-16le';
  return even > half * 0.4 && odd === 0 ? 'utf-16be' : null;
}

/** The name of the phone column in the first row that is not empty; null without a header. */
export function phoneColumn(text: string): string | null {
  const row = text.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? '';
  const counted = separators.map((separator) => ({ separator, count: row.split(separator).length }));
  const separator = counted.reduce((best, next) => (next.count > best.count ? next : best)).separator;
  const cells = row.split(separator).map((cell) => cell.trim().replaceAll(/^"|"$/g, '').trim());
  return cells.find((cell) => headers.has(cell.toLowerCase())) ?? null;
}

/**
 * Looks at a chosen file before anything is sent.
 * @returns what it is, or the specified text of what is wrong with it
 */
export async function peekFile(file: Blob): Promise<FilePeek | { fault: string }> {
  if (file.size > limits.phonesFileBytes) return { fault: messages.fileTooLarge };
  if (file.size === 0) return { fault: messages.noPhones };
  const bytes = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer());
  if (zip.every((byte, index) => bytes[index] === byte)) return { encoding: 'XLSX', sheet: true, column: null };
  const encoding = encodingOf(bytes);
  if (encoding === null) return { fault: messages.selectCsv };
  return {
    sheet: false,
    encoding: encoding.toUpperCase().replace(/(LE|BE)$/, ''),
    column: phoneColumn(new TextDecoder(encoding).decode(bytes)),
  };
}
