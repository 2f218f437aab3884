/** The formats that the console writes itself. */
export type ExportFormat = 'json' | 'xlsx' | 'pdf' | 'docx' | 'html' | 'txt' | 'xml';

/** What the page sends to a worker: once what to write and what the page knows of it, then each picture that was asked for. */
export type ToExportWorker<Given> =
  | { kind: 'write'; format: ExportFormat; data: Blob; given: Given }
  | { kind: 'photo'; id: string; blob: Blob | null };

export type ExportReply =
  /** These pictures are needed; each is to be sent, null where it cannot be had. */
  | { kind: 'photos'; ids: readonly string[] }
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'done'; blob: Blob }
  | { kind: 'failed'; message: string };
