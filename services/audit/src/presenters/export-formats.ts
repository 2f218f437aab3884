import { type AuditEntry, fileStamp } from '@numscope/contracts';
import { guardedText } from '@numscope/contracts/csv-text';

export interface ExportFormat {
  contentType: string;
  write(entries: readonly AuditEntry[]): string;
}

const columns: ReadonlyArray<readonly [string, (entry: AuditEntry) => string]> = [
  ['Time', (entry) => new Date(entry.createdTimestamp).toISOString()],
  ['Action', (entry) => entry.actionType],
  ['Username', (entry) => entry.username],
  ['IP', (entry) => entry.ip],
  ['Details', (entry) => entry.details],
  ['Args', (entry) => JSON.stringify(entry.args)],
  ['Outcome', (entry) => entry.outcome],
  ['Id', (entry) => entry.id],
];

/** One cell, in which no spreadsheet takes anything for a formula; one that begins with a sign is a text to it, too. */
export function csvCell(text: string): string {
  const safe = guardedText(text).replace(/^[+-]/, "'$&");
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** With a byte-order mark and semicolons, lines ended by CR LF. */
function toCsv(entries: readonly AuditEntry[]): string {
  const lines = [columns.map(([name]) => name), ...entries.map((entry) => columns.map(([, read]) => read(entry)))];
  return `\u{FEFF}${lines.map((cells) => `${cells.map(csvCell).join(';')}\r\n`).join('')}`;
}

/** By the `type` of the call, in lower case. */
export const exportFormats: ReadonlyMap<string, ExportFormat> = new Map([
  ['csv', { contentType: 'text/csv; charset=utf-8', write: toCsv }],
  ['json', { contentType: 'application/json; charset=utf-8', write: (entries) => JSON.stringify(entries) }],
]);

/** `AUDIT_2026_01_31_23_59_59.csv`, in UTC. */
export const exportFileName = (type: string, at: number): string => `AUDIT_${fileStamp(at)}.${type}`;
