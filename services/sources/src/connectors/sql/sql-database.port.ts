import type { RowCollector } from '../rows/row-collector.ts';

/** One database that answers one query. */
export interface SqlDatabase {
  /**
   * Runs the query about numbers in these forms, in a transaction that can only read, and hands its rows over. Never
   * takes longer than the source's time.
   * @throws SourceFault
   */
  rows(forms: readonly string[], collector: RowCollector): Promise<void>;
  close(): Promise<void>;
}

/** What a database is opened with. */
export interface SqlDatabaseOptions {
  url: string;
  query: string;
  /** Most connections at once. */
  connections: number;
  timeoutMs: number;
}
