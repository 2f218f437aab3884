import { parse } from 'csv-parse/sync';
import { csvSeparator } from '../../../domain/csv-separator.ts';

const ROWS = 100_000;
const ROW_CHARS = 1_000_000;

/**
 * The rows of a table whose first row names the columns; separated by comma, semicolon or tab.
 * @throws Error when its quotes never close, or rows have other lengths than the first
 */
export function readCsv(text: string): unknown {
  const options = {
    columns: true,
    bom: true,
    delimiter: csvSeparator(text.split(/\r?\n/, 1).join()),
    skip_empty_lines: true,
    trim: true,
    to: ROWS,
    max_record_size: ROW_CHARS,
  };
  return parse(text, options);
}
