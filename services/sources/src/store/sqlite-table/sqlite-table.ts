import { openDatabase } from '@numscope/adapters/sqlite';

interface SqliteTableOptions {
  path: string;
  query: string;
  timeoutMs: number;
  mostRows: number;
  /** Length of all texts and blobs of the rows together. */
  mostBytes: number;
}

const bytesOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : ArrayBuffer.isView(value) ? value.byteLength : 0;

/** Runs in a worker thread of its own: nobody knows how long the operator's query takes. */
export function open({ path, query, timeoutMs, mostRows, mostBytes }: SqliteTableOptions) {
  const db = openDatabase({ path, migrations: [], readOnly: true });
  const statement = db.prepare(query);
  // A number beyond 2^53 would be a fault otherwise.
  statement.setReadBigInts(true);

  return {
    /** The rows about these numbers, or of what there was too much. */
    rows(forms: string[]): object[] | 'time' | 'rows' {
      const until = performance.now() + timeoutMs;
      const rows: object[] = [];
      let bytes = 0;
      for (const row of statement.iterate(JSON.stringify(forms))) {
        for (const value of Object.values(row)) bytes += bytesOf(value);
        if (rows.length === mostRows || bytes > mostBytes) return 'rows';
        rows.push({ ...row });
        if (performance.now() > until) return 'time';
      }
      return rows;
    },
    close: (): void => db.close(),
  };
}
