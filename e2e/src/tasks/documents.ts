import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../product/installation.ts';

/** Where documents lie that the console's suite makes. */
const folder = 'docs/console';
export const documentsFolder = join(root, folder);

/** Whether this run makes the documents anew; any other holds them against what it finds. */
export const writesDocuments = process.env['WRITE_DOCS'] === 'true';

/** What makes them anew, for people to type. */
export const howToWrite = (files: string): string => `WRITE_DOCS=true node scripts/run.mjs suite console ${files}`;

/** A table as the formatter leaves it. @param numbers columns on the right, which are numbers */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[], numbers = 0): string {
  const all = [heads, ...rows];
  const widths = heads.map((_head, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const isNumber = (at: number): boolean => at >= heads.length - numbers;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const padded = (row: readonly string[]): string =>
    line(widths.map((width, at) => (isNumber(at) ? (row[at] ?? '').padStart(width) : (row[at] ?? '').padEnd(width))));
  const rule = line(widths.map((width, at) => (isNumber(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))));
  return [padded(heads), rule, ...rows.map(padded)].join('\n');
}

/** Holds a document against what it should say, or makes it. @throws Error that says how to make it anew */
export function checkDocument(name: string, text: string, files: string): void {
  const file = join(documentsFolder, name);
  if (writesDocuments) {
    mkdirSync(documentsFolder, { recursive: true });
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    throw new Error(`${folder}/${name} is not what this run says: run "${howToWrite(files)}"`);
  }
}
