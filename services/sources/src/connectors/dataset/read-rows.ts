import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { parseExactJson } from '../../domain/json/exact-json.ts';
import type { Row } from '../../domain/fields/columns.ts';
import { isItem } from '../../domain/fields/field-shapes.ts';
import { JsonSplitter } from '../../domain/json/json-splitter.ts';
import { checkHeader } from '../../domain/fields/doubled-column.ts';
import { csvOptions, HEADER_CHARS } from './csv-options.ts';
import { FileText } from './file-text.ts';

/** Small, because the CSV parser emits all rows of a chunk at once whatever the backpressure. */
const CHUNK_BYTES = 16 * 1024;

/** What a file is by its name. */
export const formatOf = (file: string): 'json' | 'xlsx' | 'csv' =>
  /\.(?:json|jsonl|ndjson)$/i.test(file) ? 'json' : /\.xlsx$/i.test(file) ? 'xlsx' : 'csv';

async function* textOf(file: string): AsyncGenerator<string, void> {
  const text = new FileText();
  for await (const bytes of createReadStream(file, { highWaterMark: CHUNK_BYTES })) yield text.push(bytes);
  text.end();
}

/** As much of it as tells that it is too long where it is. */
async function firstLine(file: string): Promise<string> {
  let text = '';
  for await (const piece of textOf(file)) {
    const [line = '', next] = piece.split(/[\r\n]/, 2);
    text += line;
    if (next !== undefined || text.length > HEADER_CHARS) return text;
  }
  return text;
}

async function* csvRows(file: string, read: ReadonlySet<string>): AsyncGenerator<Row> {
  const columns = (names: string[]): string[] => {
    checkHeader(names, read);
    return names;
  };
  const parser = parse({ ...csvOptions(await firstLine(file)), columns });
  const input = Readable.from(textOf(file));
  input.on('error', (error) => parser.destroy(error));
  try {
    for await (const row of input.pipe(parser)) if (isItem(row)) yield row;
  } finally {
    // Who ends early leaves it open.
    input.destroy();
  }
}

async function* jsonItems(file: string): AsyncGenerator<Row> {
  const splitter = new JsonSplitter();
  for await (const piece of textOf(file)) {
    for (const text of splitter.push(piece)) {
      const item = parseExactJson(text);
      if (isItem(item)) yield item;
    }
  }
  splitter.end();
}

/** Its libraries are loaded when a spreadsheet is read. */
async function* sheetItems(file: string, read: ReadonlySet<string>): AsyncGenerator<Row> {
  const { sheetRows } = await import('./sheet-rows.ts');
  yield* sheetRows(file, read);
}

const readers = { csv: csvRows, json: jsonItems, xlsx: sheetItems } as const;

/**
 * The rows of a file, streamed: a CSV or the first sheet of an .xlsx with a header, a JSON array of objects, or one
 * JSON object a line.
 * @param read the columns that are read
 * @throws Error when it cannot be read as such
 */
export const readRows = (file: string, read: ReadonlySet<string>): AsyncGenerator<Row> =>
  readers[formatOf(file)](file, read);
