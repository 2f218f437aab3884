import { parse } from 'csv-parse/sync';
import { csvOptions } from '../../dataset/csv-options.ts';

const ROWS = 100_000;

/**
 * The rows of a table whose first row names the columns; separated by comma, semicolon or tab.
 * @throws Error when its quotes never close, or its first row is too long to be one of names
 */
export function readCsv(text: string): unknown {
  const [head = ''] = text.split(/[\r\n]/, 1);
  return parse(text, { ...csvOptions(head), to: ROWS });
}
