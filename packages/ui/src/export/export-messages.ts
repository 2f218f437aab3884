/** A table to write: the same for every format. Values are text, numbers or nothing. */
export interface ExportTable {
  title: string;
  columns: { header: string; width?: number }[];
  rows: (string | number | null)[][];
}

export type ExportFormat = 'json' | 'xlsx';

/** What the page asks of the export worker. `data` is written as it is for json, `table` for xlsx. */
export type ExportRequest = { format: 'json'; data: unknown } | { format: 'xlsx'; table: ExportTable };

export type ExportReply =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'done'; blob: Blob }
  | { kind: 'failed'; message: string };
