import { readSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { messages } from '@numscope/contracts';
import { beginsAsWorkbook } from '@numscope/spreadsheets/begins-as-workbook';
import { readSheet } from '@numscope/spreadsheets/read-sheet';
import { parse } from 'csv-parse';
import * as z from 'zod';
import { bytesOfFile, textOfStream } from './bytes-of-file.ts';
import { ImportFaultError } from './import-fault-error.ts';
import { rowsOfArray } from './rows-of-array.ts';
import type { FileRow } from './judge-row.ts';
import { rowsOfLines } from './rows-of-lines.ts';

const Cells = z.array(z.string());
const BEGIN_BYTES = 4096;
const MOST_RECORD_CHARS = 16 * 1024 * 1024;
/** Of CSV; a spreadsheet has fewer. */
const MOST_COLUMNS = 10_000;
/** Doubled column names that are told, and the characters of each. */
const MOST_TOLD = 10;
const MOST_NAME_CHARS = 60;

/** What parts the columns: of the three usual separators the one that the header has most of. Blank lines are before it. */
function separatorOf(text: string): string {
  const header = text.split(/[\r\n]/).find((line) => line.trim() !== '') ?? '';
  const counts = [';', ',', '\t'].map((separator) => ({ separator, count: header.split(separator).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).separator;
}

/** The columns that have a name, each with its place. @throws ImportFaultError where a name is that of several: a field would be taken from any of them */
function namedColumns(header: readonly string[]): Array<{ column: string; place: number }> {
  const columns = header.map((cell, place) => ({ column: cell.trim(), place })).filter(({ column }) => column !== '');
  const seen = new Set<string>();
  const several = new Set<string>();
  for (const { column } of columns) (seen.has(column) ? several : seen).add(column);
  if (several.size > 0) {
    const told = [...several]
      .slice(0, MOST_TOLD)
      .map((name) => `«${name.replaceAll(/\s+/g, ' ').slice(0, MOST_NAME_CHARS)}»`);
    throw new ImportFaultError(
      messages.columnsOfOneName([...told, ...(several.size > MOST_TOLD ? ['…'] : [])].join(', ')),
    );
  }
  return columns;
}

/** Cells by the names of their columns, which the first row tells; those of columns without a name are passed over. */
async function* byColumns(rows: AsyncIterable<readonly string[]>): AsyncGenerator<Record<string, unknown>> {
  let columns: ReturnType<typeof namedColumns> | undefined;
  for await (const cells of rows) {
    if (columns) yield Object.fromEntries(columns.map(({ column, place }) => [column, cells[place] ?? '']));
    else if (cells.length > MOST_COLUMNS) throw new ImportFaultError(`there may be ${MOST_COLUMNS} columns, not more`);
    else columns = namedColumns(cells);
  }
}

async function* cellsOfSheet(stream: Readable): AsyncGenerator<string[]> {
  for await (const { cells } of readSheet(stream)) yield cells.map((cell) => cell.trim());
}

async function* cellsOfCsv(stream: Readable, begin: string): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter: separatorOf(begin),
    skip_empty_lines: true,
    trim: true,
    max_record_size: MOST_RECORD_CHARS,
  });
  // Its fault comes out where the rows are read.
  pipeline(textOfStream(stream), parser, () => undefined);
  for await (const record of parser) yield Cells.parse(record);
}

const asRows = async function* (
  rows: AsyncIterable<Record<string, unknown>>,
  hasColumns: boolean,
): AsyncGenerator<FileRow> {
  for await (const row of rows) yield { row, hasColumns };
};

/**
 * The rows of an open file, read as they are taken and told apart by its content: .xlsx, a JSON array, JSON lines (as
 * the streamed export writes them, whose last line is checked), or CSV with a header, parted by semicolons, commas or
 * tabs.
 *
 * @param isMapped whether the names of JSON, too, are columns that fields are taken from
 *
 * @throws ImportFaultError, SpreadsheetError, an error of csv-parse, TypeError for what is no UTF-8
 */
export function rowsOfFile(fd: number, isMapped: boolean): AsyncGenerator<FileRow> {
  const bytes = Buffer.alloc(BEGIN_BYTES);
  const begin = bytes.subarray(0, readSync(fd, bytes, 0, BEGIN_BYTES, 0));
  const hasMark = begin.subarray(0, 3).equals(Buffer.from('\uFEFF'));
  const stream = bytesOfFile(fd, hasMark ? 3 : 0);
  const text = begin.subarray(hasMark ? 3 : 0).toString();
  const first = text.trimStart()[0];
  if (beginsAsWorkbook(begin)) return asRows(byColumns(cellsOfSheet(stream)), true);
  if (first === '[') return asRows(rowsOfArray(stream), isMapped);
  if (first === '{') return asRows(rowsOfLines(stream), isMapped);
  return asRows(byColumns(cellsOfCsv(stream, text)), true);
}
