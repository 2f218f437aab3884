import { yieldEvery } from '@numscope/platform/runtime/yield-every';
import { parse } from 'csv-parse/sync';
import { doubledColumn } from '../../../domain/fields/doubled-column.ts';
import { csvOptions } from '../../dataset/csv-options.ts';
import { UnreadDocument } from './unread-document.ts';

const ROWS = 100_000;

/**
 * The cells of a table, row by row, of which the first names the columns; separated by comma, semicolon or tab.
 * @param read the columns that are read
 * @throws UnreadDocument when a name that is read is that of several columns, or for more than 100,000 rows; another Error
 * when its quotes never close, or its first row is too long to be one of names
 */
export function readCsv(text: string, read: ReadonlySet<string>): string[][] {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const rows: string[][] = parse(text, { ...csvOptions(head), columns: false, to: ROWS + 2 });
  if (rows.length > ROWS + 1) throw new UnreadDocument(`has more than ${ROWS} rows`);
  const doubled = doubledColumn(rows[0] ?? [], read);
  if (doubled !== undefined) throw new UnreadDocument(`has several columns called ${doubled}`);
  return rows;
}

function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('what was read is no table');
  return value;
}

/**
 * The rows behind the first one, as objects by its names: each would say them all again on its way out of a thread.
 * @param table what `readCsv` gave, here or in a thread
 */
export async function namedRows(table: unknown): Promise<Array<Record<string, unknown>>> {
  const [first = [], ...rows] = listIn(table);
  const names = listIn(first).map(String);
  const pace = yieldEvery();
  const named: Array<Record<string, unknown>> = [];
  for (const row of rows) {
    await pace();
    const cells = listIn(row).slice(0, names.length);
    named.push(Object.fromEntries(cells.map((cell, column) => [names[column] ?? '', cell])));
  }
  return named;
}
