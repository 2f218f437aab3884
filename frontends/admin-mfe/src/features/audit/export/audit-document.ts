import { AuditEntry } from '@numscope/contracts/audit';
import type { DocumentWords, ExportDocument, ExportFact } from '@numscope/ui/export/export-document.ts';
import { formatUtc } from '@numscope/ui/format/times.ts';

/** What is exported of an entry, with its width in characters. */
const auditColumns = {
  number: 14,
  utc: 24,
  type: 20,
  details: 48,
  outcome: 18,
  user: 18,
  address: 18,
  arguments: 60,
} as const;
type AuditColumn = keyof typeof auditColumns;
const columnNames = Object.keys(auditColumns) as AuditColumn[];

/** What the page tells the worker about the entries that the server has answered. */
export interface AuditGiven {
  /** A language tag of BCP 47. */
  language: string;
  title: string;
  headings: Readonly<Record<AuditColumn, string>>;
  facts: readonly ExportFact[];
  words: DocumentWords;
}

const shown: Readonly<Record<AuditColumn, (entry: AuditEntry) => string>> = {
  number: ({ id }) => id,
  utc: ({ createdTimestamp }) => formatUtc(createdTimestamp),
  type: ({ actionType }) => actionType,
  details: ({ details }) => details,
  outcome: ({ outcome }) => outcome,
  user: ({ username }) => username,
  address: ({ ip }) => ip,
  arguments: ({ args }) => (Object.keys(args).length === 0 ? '' : JSON.stringify(args)),
};

/** Entries of the audit trail as a document in the reader's language. @throws ZodError for what are none */
export function auditDocument(data: unknown, { language, title, headings, facts, words }: AuditGiven): ExportDocument {
  const entries = AuditEntry.array().parse(data);
  return {
    language,
    title,
    facts,
    columns: columnNames.map((name) => ({ name, heading: headings[name], width: auditColumns[name] })),
    records: entries.map((entry) => ({
      id: entry.id,
      heading: `${formatUtc(entry.createdTimestamp)} · ${entry.actionType}`,
      mark: null,
      photos: [],
      values: columnNames.map((name) => {
        const value = shown[name](entry);
        return value === '' ? [] : [{ value, said: [] }];
      }),
    })),
    words,
    provenance: null,
  };
}
