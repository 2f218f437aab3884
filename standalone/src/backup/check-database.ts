import { type DatabaseSync, DamagedError, openDatabase, schemaVersion, tablesOf } from '@numscope/adapters/sqlite';
import type { DatabaseEntry } from './manifest.ts';

/** Rows of each table. */
export const rowsOf = (db: DatabaseSync): Record<string, number> =>
  Object.fromEntries(
    tablesOf(db).map((table) => [
      table.slice(1, -1),
      Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']),
    ]),
  );

/** Reads all of a copy. @throws Error that says what is wrong with it */
export function checkDatabase(path: string, expected: DatabaseEntry['rows']): Pick<DatabaseEntry, 'schema' | 'rows'> {
  const db = openDatabase({ path, migrations: [], readOnly: true });
  try {
    const found = String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']);
    if (found !== 'ok') throw new DamagedError(path, found);
    const rows = rowsOf(db);
    for (const [table, count] of Object.entries(expected))
      if (rows[table] !== count)
        throw new DamagedError(path, `${table} has ${rows[table] ?? 'no'} rows and not ${count}`);
    return { schema: schemaVersion(db), rows };
  } finally {
    db.close();
  }
}
