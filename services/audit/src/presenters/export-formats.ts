import { type AuditEntry, fileStamp } from '@numscope/contracts';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '@numscope/contracts/csv-text';

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

/** One cell; a text that begins with a sign is none to calculate with, either. */
export const auditCell = (text: string): string => csvCell(text.replace(/^[+-](?=\d+$)/, "'$&"));

function toCsv(entries: readonly AuditEntry[]): string {
  const lines = [columns.map(([name]) => name), ...entries.map((entry) => columns.map(([, read]) => read(entry)))];
  return BYTE_ORDER_MARK + lines.map((cells) => csvLine(cells.map(auditCell))).join('');
}

/** Keyed by the call's `type`, in lower case. */
export const exportFormats: ReadonlyMap<string, ExportFormat> = new Map([
  ['csv', { contentType: 'text/csv; charset=utf-8', write: toCsv }],
  ['json', { contentType: 'application/json; charset=utf-8', write: (entries) => JSON.stringify(entries) }],
]);

/** `AUDIT_2026_01_31_23_59_59.csv`, in UTC. */
export const exportFileName = (type: string, at: number): string => `AUDIT_${fileStamp(at)}.${type}`;
