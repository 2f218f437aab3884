import { Readable } from 'node:stream';
import type { ErrorCode } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import { SpreadsheetError } from '@numscope/spreadsheets/spreadsheet-error';

/** How a file of the zip format begins: every .xlsx is one. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const MOST_LINES = 1_048_576;
const CHUNK_CHARS = 64 * 1024;

const isZip = (beginning: Uint8Array): boolean => ZIP.equals(beginning.subarray(0, ZIP.length));

/** The pieces of a stream and, once the first four bytes are there, whether they are a zip's. */
export async function sniffZip(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ zip: boolean; pieces: AsyncGenerator<Uint8Array> }> {
  const iterator = pieces[Symbol.asyncIterator]();
  let beginning: Uint8Array = Buffer.alloc(0);
  while (beginning.length < ZIP.length) {
    const next = await iterator.next();
    if (next.done) break;
    beginning = Buffer.concat([beginning, next.value]);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield beginning;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { zip: isZip(beginning), pieces: whole() };
}

/** A line end within a cell would shift the lines below it: it is shown as a sign. What no text file holds is a blank. */
const quoted = (cell: string): string =>
  `"${cell
    .replaceAll('"', '""')
    .replaceAll(/\r\n?|\n/g, '\u23ce')
    .replaceAll(/\p{Cc}/gu, ' ')}"`;

/**
 * The first sheet of an .xlsx file as the text of a CSV file, each row on the line of its number.
 * @throws SpreadsheetError
 */
export async function* sheetText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readSheet } = await import('@numscope/spreadsheets/read-sheet'); // most installations are handed text files only
  let text = '';
  let line = 1;
  for await (const row of readSheet(Readable.from(pieces), { fileBytes: limits.phonesFileBytes })) {
    if (row.line > MOST_LINES) throw new SpreadsheetError('DAMAGED', `row ${row.line} is no row of a sheet`);
    text += '\n'.repeat(row.line - line) + row.cells.map(quoted).join(',');
    line = row.line;
    if (text.length < CHUNK_CHARS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

/** What a sheet that cannot be read is refused with. */
export const sheetFault = ({ fault }: SpreadsheetError): ErrorCode =>
  fault === 'TOO_LARGE' ? 'FILE_TOO_LARGE' : fault === 'DAMAGED' ? 'FILE_PARSING' : 'NOT_CSV';
