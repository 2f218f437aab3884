import type { ExportDocument, ExportRecord, WriteDocument } from './export-document.ts';
import { isolated } from './isolated.ts';
import { saidText } from './said-text.ts';

const RULE = '-'.repeat(72);
/** Lines after the first are set in below it. */
const setIn = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(isolated)
    .join('\n    ');

function recordText({ heading, mark, values }: ExportRecord, { columns, provenance }: ExportDocument): string {
  const lines = [heading, ...(mark === null ? [] : [mark])];
  for (const [index, { heading: label }] of columns.entries()) {
    for (const { value, said } of values[index] ?? []) {
      lines.push(`  ${label}: ${setIn(String(value))}${said.length === 0 ? '' : `  [${saidText(said, provenance)}]`}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Plain text in UTF-8, a line for each value with who says it. */
export const writeText: WriteDocument = async (document, { progress }) => {
  const head = [document.title, ...document.facts.map(({ label, value }) => `${label}: ${setIn(value)}`)].join('\n');
  const parts = [`${head}\n`, ...document.records.map((record) => `${RULE}\n${recordText(record, document)}`)];
  progress(document.records.length, document.records.length);
  return new Blob([parts.join('\n')], { type: 'text/plain;charset=utf-8' });
};
