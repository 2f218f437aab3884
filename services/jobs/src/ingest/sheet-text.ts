import { Readable } from 'node:stream';
import type { ErrorCode } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import { isZip } from '@numscope/contracts/phones-file';
import { SpreadsheetError } from '@numscope/spreadsheets/spreadsheet-error';

/** Length of a zip file's signature. */
const ZIP_BYTES = 4;
/** Rows of a sheet at most, as Excel has it. */
const MOST_LINES = 1_048_576;
const CHUNK_CHARS = 64 * 1024;

/** The pieces of a stream and, once the first four bytes are there, whether they are a zip's. */
export async function sniffZip(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ zip: boolean; pieces: AsyncGenerator<Uint8Array> }> {
  const iterator = pieces[Symbol.asyncIterator]();
  let beginning: Uint8Array = Buffer.alloc(0);
  while (beginning.length < ZIP_BYTES) {
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

/** A line break within a cell would shift the line numbers below it, so it becomes a visible ⏎; other control characters become blanks. */
const quoted = (cell: string): string =>
  `"${cell
    .replaceAll('"', '""')
    .replaceAll(/\r\n?|\n/g, '\u23ce')
    .replaceAll(/\p{Cc}/gu, ' ')}"`;

/** Collects text and hands it out in chunks of UTF-8. @throws SpreadsheetError TOO_LARGE over `most` bytes in all */
class Chunks {
  readonly #most: number;
  #text = '';
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#text.length >= CHUNK_CHARS;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** Called before text is added: each character is one byte at least. @throws SpreadsheetError TOO_LARGE */
  requireRoom(chars: number): void {
    if (this.#bytes + this.#text.length + chars > this.#most)
      throw new SpreadsheetError('TOO_LARGE', `its first sheet has more than ${this.#most} bytes of text`);
  }

  take(): Uint8Array {
    const chunk = Buffer.from(this.#text);
    this.#text = '';
    this.#bytes += chunk.length;
    this.requireRoom(0);
    return chunk;
  }
}

/**
 * The first sheet of an .xlsx file as the text of a CSV file, each row on the line of its number. It is held to what a
 * text file may have, as cells that share one long text make a small file long.
 * @throws SpreadsheetError
 */
export async function* sheetText(
  pieces: AsyncIterable<Uint8Array>,
  most: number = limits.phonesFileBytes,
): AsyncGenerator<Uint8Array> {
  const { readSheet } = await import('@numscope/spreadsheets/read-sheet'); // most installations are handed text files only
  const chunks = new Chunks(most);
  let line = 1;
  for await (const row of readSheet(Readable.from(pieces), { fileBytes: limits.phonesFileBytes })) {
    if (row.line > MOST_LINES) throw new SpreadsheetError('DAMAGED', `row ${row.line} is no row of a sheet`);
    chunks.add('\n'.repeat(row.line - line));
    line = row.line;
    for (const [column, cell] of row.cells.entries()) {
      chunks.requireRoom(cell.length);
      chunks.add(column === 0 ? quoted(cell) : `,${quoted(cell)}`);
      if (chunks.isFull) yield chunks.take();
    }
  }
  yield chunks.take();
}

/** What a sheet that cannot be read is refused with. */
export const sheetFault = ({ fault }: SpreadsheetError): ErrorCode =>
  fault === 'TOO_LARGE' ? 'FILE_TOO_LARGE' : fault === 'DAMAGED' ? 'FILE_PARSING' : 'NOT_CSV';
