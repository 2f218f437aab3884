import { createHash } from 'node:crypto';
import { excessOf } from '@numscope/platform/http/json-body';
import { parse } from 'csv-parse/sync';
import * as z from 'zod';

interface Rows {
  rows: Array<Record<string, unknown>>;
  /** Whether these are rows of columns, and not profiles as exported. */
  hasColumns: boolean;
}

const Row = z.record(z.string(), z.unknown());
const ExportEnd = z.strictObject({ count: z.number().int(), sha256: z.string() });

/** @throws Error when the end of a streamed export does not fit what stands before it */
function jsonLines(text: string): Rows {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map((line): unknown => JSON.parse(line));
  const end = ExportEnd.safeParse(values.at(-1));
  if (end.success) {
    values.pop();
    const before = text.slice(0, text.lastIndexOf(lines.at(-1) ?? ''));
    const sha256 = createHash('sha256').update(before).digest('hex');
    if (end.data.count !== values.length || end.data.sha256 !== sha256)
      throw new Error('the export is not whole: its count or hash does not fit');
  }
  return { rows: z.array(Row).parse(values), hasColumns: false };
}

/** What parts the columns: of the three usual separators the one that the header has most of. */
function separatorOf(text: string): string {
  const header = /^.*/.exec(text)?.[0] ?? '';
  const counts = [';', ',', '\t'].map((separator) => ({ separator, count: header.split(separator).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).separator;
}

/**
 * The rows of a file, told apart by its content: a JSON array, JSON lines (as the streamed export writes them, whose
 * last line is checked), or CSV with a header, parted by semicolons, commas or tabs.
 * @throws Error for text that is none of these or too deep, ZodError for rows that are no objects
 */
export function rowsOfText(sent: string): Rows {
  const text = sent.replace(/^\uFEFF/, '');
  const begin = text.trimStart()[0];
  const excess = begin === '[' || begin === '{' ? excessOf(text, Infinity) : null;
  if (excess !== null) throw new Error(excess);
  if (begin === '[') return { rows: z.array(Row).parse(JSON.parse(text)), hasColumns: false };
  if (begin === '{') return jsonLines(text);
  const rows: unknown = parse(text, {
    columns: true,
    delimiter: separatorOf(text),
    skip_empty_lines: true,
    trim: true,
  });
  return { rows: z.array(Row).parse(rows), hasColumns: true };
}
