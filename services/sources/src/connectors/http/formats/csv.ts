import { parse } from 'csv-parse/sync';

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
    delimiter: separatorOf(text),
    skip_empty_lines: true,
    trim: true,
    to: ROWS,
    max_record_size: ROW_CHARS,
  };
  return parse(text, options);
}

/** Of the three, the one that stands most often in the first line. */
function separatorOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1);
  const count = (separator: string): number => head.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
