import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DamagedError, unusable } from './database-fault.ts';

/** Up to here a file is read whole, in some 50 ms; of a larger one the beginning of each table. */
const READ_WHOLE_BYTES = 8_000_000;

const nameOf = (row: Readonly<Record<string, unknown>>): string => `"${String(row['name']).replaceAll('"', '""')}"`;

/** The names of the tables that hold rows, quoted for SQL: neither SQLite's own nor those that stand for others. */
export const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .all()
    .map(nameOf);

/** @throws Error of SQLite, or with what its check found */
function look(db: DatabaseSync, path: string): void {
  const tables = tablesOf(db);
  if (statSync(path).size <= READ_WHOLE_BYTES) {
    const found = String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']);
    if (found !== 'ok') throw new DamagedError(path, found);
  }
  for (const table of tables) {
    const first = db.prepare(`SELECT * FROM ${table} LIMIT 1`);
    first.setReadBigInts(true); // some keys are larger than a number can be
    first.get();
  }
}

/**
 * Asks a database, which may be in use, without writing to it; looks first whether it is whole as far as that is
 * quickly told.
 * @throws Error that names the file and says what is wrong with it
 */
export function inspectDatabase<T>(path: string, ask: (db: DatabaseSync) => T): T {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
    look(db, path);
    return ask(db);
  } catch (error) {
    throw unusable(path, error);
  } finally {
    db?.close();
  }
}

/** A database's file with those that SQLite puts beside it. */
export const withItsLogs = (path: string): string[] => [path, `${path}-wal`, `${path}-shm`, `${path}-journal`];

/**
 * Deletes a database that is damaged, for one that is made anew from other records. It is not kept beside: what is
 * erased later would live on in it.
 * @returns what was wrong with it; null: nothing, or it is not there
 */
export function dropDamaged(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    inspectDatabase(path, () => undefined);
    return null;
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    for (const name of withItsLogs(path)) rmSync(name, { force: true });
    return error.reason;
  }
}
