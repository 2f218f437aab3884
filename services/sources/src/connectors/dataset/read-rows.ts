import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { csvSeparator } from '../../domain/csv-separator.ts';
import { isItem } from '../../domain/field-shapes.ts';
import { JsonSplitter } from '../../domain/json-splitter.ts';

/** Small, because the CSV parser emits all rows of a chunk at once whatever the backpressure. */
const CHUNK_BYTES = 16 * 1024;

export type DatasetItem = Readonly<Record<string, unknown>>;

async function firstLine(file: string): Promise<string> {
  let text = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    text += String(chunk);
    const end = text.search(/[\r\n]/);
    if (end >= 0) return text.slice(0, end);
  }
  return text;
}

async function* csvRows(file: string): AsyncGenerator<DatasetItem> {
  const delimiter = csvSeparator(await firstLine(file));
  const parser = parse({
    columns: true,
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  const input = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  input.on('error', (error) => parser.destroy(error));
  for await (const row of input.pipe(parser)) if (isItem(row)) yield row;
}

async function* jsonItems(file: string): AsyncGenerator<DatasetItem> {
  const splitter = new JsonSplitter();
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    for (const text of splitter.push(String(chunk))) {
      const item: unknown = JSON.parse(text);
      if (isItem(item)) yield item;
    }
  }
  splitter.end();
}

/**
 * The rows of a file, streamed: a CSV with a header, a JSON array of objects, or one JSON object a line. @throws Error
 * when it cannot be read as such
 */
export const readRows = (file: string): AsyncGenerator<DatasetItem> =>
  /\.(?:json|jsonl|ndjson)$/i.test(file) ? jsonItems(file) : csvRows(file);
