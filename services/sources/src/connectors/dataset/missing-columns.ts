import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import * as z from 'zod';
import { valueOfColumn } from '../../domain/fields/columns.ts';
import { isItem } from '../../domain/fields/field-shapes.ts';
import { JsonSplitter } from '../../domain/json/json-splitter.ts';
import { checkHeader } from '../../domain/fields/doubled-column.ts';
import { csvOptions } from './csv-options.ts';
import { FileText } from './file-text.ts';
import { columnsOf, readColumns } from '../rows/read-columns.ts';
import type { RowReading } from '../rows/row-settings.ts';
import { formatOf } from './read-rows.ts';

const PIECE_BYTES = 256 * 1024;
/** Bytes of a JSON file that are searched for a field, which not every object needs to have. In a larger file a missing one may still come. */
const LOOK_BYTES = 16 * 1024 * 1024;
const SHEET_MS = 20_000;

function* pieces(file: string, most: number): Generator<string, void> {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(PIECE_BYTES);
    const text = new FileText();
    let read = 0;
    for (let bytes = readSync(handle, buffer); bytes > 0 && read < most; bytes = readSync(handle, buffer)) {
      read += bytes;
      yield text.push(buffer.subarray(0, bytes));
    }
    if (read < most) text.end();
  } finally {
    closeSync(handle);
  }
}

function csvHeader(file: string): string[] {
  const [start = ''] = pieces(file, 1);
  const line = start.split(/\r?\n|\r/, 1)[0] ?? '';
  const { columns: _named, ...options } = csvOptions(line);
  return z.array(z.array(z.string())).parse(parse(line, options))[0] ?? [];
}

function missingInJson(file: string, columns: readonly string[]): string[] {
  const splitter = new JsonSplitter();
  const missing = new Set(columns);
  let bytes = 0;
  for (const piece of pieces(file, LOOK_BYTES)) {
    bytes += piece.length;
    for (const text of splitter.push(piece)) {
      const item: unknown = JSON.parse(text);
      if (!isItem(item)) continue;
      for (const column of missing) if (valueOfColumn(item, column) !== undefined) missing.delete(column);
      if (missing.size === 0) return [];
    }
  }
  if (bytes >= LOOK_BYTES) return [];
  splitter.end();
  return [...missing];
}

function sheetHeader(file: string): string[] {
  const program = join(import.meta.dirname, 'print-header.ts');
  const text = execFileSync(process.execPath, [program, file], { encoding: 'utf8', timeout: SHEET_MS, stdio: 'pipe' });
  return z.array(z.string()).parse(JSON.parse(text || '[]'));
}

/**
 * Which of the columns that must be there a file has not.
 * @throws Error when it cannot be read as what it is, or has one of those that are read more than once
 */
export function missingColumns(file: string, reading: RowReading): string[] {
  const columns = columnsOf(reading);
  const format = formatOf(file);
  if (format === 'json') return missingInJson(file, columns);
  const header = format === 'xlsx' ? sheetHeader(file) : csvHeader(file);
  checkHeader(header, readColumns(reading));
  return columns.filter((column) => !header.includes(column));
}
