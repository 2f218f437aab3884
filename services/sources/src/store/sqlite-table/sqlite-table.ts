import { openDatabase } from '@numscope/adapters/sqlite';

interface SqliteTableOptions {
  path: string;
  query: string;
  timeoutMs: number;
  mostRows: number;
}

/** Runs in a worker thread of its own: nobody knows how long the operator's query takes. */
export function open({ path, query, timeoutMs, mostRows }: SqliteTableOptions) {
  const db = openDatabase({ path, migrations: [], readOnly: true });
  const statement = db.prepare(query);
  // A number beyond 2^53 would be a fault otherwise.
  statement.setReadBigInts(true);

  return {
    /** The rows about these numbers, one more than are taken if there are too many; null when time ran out. */
    rows(forms: string[]): object[] | null {
      const until = performance.now() + timeoutMs;
      const rows: object[] = [];
      for (const row of statement.iterate(JSON.stringify(forms))) {
        rows.push({ ...row });
        if (rows.length > mostRows) break;
        if (performance.now() > until) return null;
      }
      return rows;
    },
    close: (): void => db.close(),
  };
}
