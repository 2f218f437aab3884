import { column, type DatabaseSync, dropDamaged, openDatabase, transaction } from '@numscope/adapters/sqlite';

/** One row of an imported file: the number it is about, and the row as JSON. */
export interface DatasetRow {
  phone: string;
  row: string;
}

/** The rows about one number, in the order of the file; null: more than are taken of one. */
interface FoundRows {
  phone: string;
  rows: string[] | null;
}

interface DatasetStoreOptions {
  path: string;
}

/** Rows of one number at most: a file may have it a million times, and all its rows are read for an answer. */
const MOST_ROWS = 10_000;
const MOST_CHARS = 16 * 1024 * 1024;

/** Rows that are removed at once: an import that goes on has its turn between them. */
const DROPPED_ROWS = 5000;

const migrations = [
  `CREATE TABLE dataset (name TEXT PRIMARY KEY, fingerprint TEXT, generation INTEGER) WITHOUT ROWID;
   CREATE TABLE import (generation INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL);
   CREATE TABLE entry (generation INTEGER NOT NULL, phone TEXT NOT NULL, place INTEGER NOT NULL, row TEXT NOT NULL,
     PRIMARY KEY (generation, phone, place)) WITHOUT ROWID;`,
] as const;

/**
 * Two processes that import into one file would take each other's rows away. The lock is an open transaction on a small
 * file beside it, which the operating system lets go of however the process ends.
 */
function lock(path: string): DatabaseSync {
  const db = openDatabase({ path: `${path}-lock`, migrations: [] });
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
    return db;
  } catch (error) {
    db.close();
    throw new Error(`${path} is used by another process: give each instance a DATA_DIR of its own`, { cause: error });
  }
}

const NOT_IMPORTED = { fingerprint: null, generation: null };

function finding(db: DatabaseSync) {
  const current = db.prepare('SELECT fingerprint, generation FROM dataset WHERE name = ?');
  const rows = db.prepare('SELECT row FROM entry WHERE generation = ? AND phone = ? ORDER BY place');
  const rowsOf = (generation: number, phone: string): string[] | null => {
    const found: string[] = [];
    let chars = 0;
    for (const row of rows.iterate(generation, phone)) {
      const text = column.text(row, 'row');
      chars += text.length;
      if (found.length === MOST_ROWS || chars > MOST_CHARS) return null;
      found.push(text);
    }
    return found;
  };
  /** The fingerprint of the file whose rows answer; null: none has been imported. */
  const fingerprintOf = (dataset: string): string | null =>
    column.textOrNull(current.get(dataset) ?? NOT_IMPORTED, 'fingerprint');
  const generationOf = (dataset: string): number | null =>
    column.numberOrNull(current.get(dataset) ?? NOT_IMPORTED, 'generation');
  return {
    fingerprintOf,
    generationOf,
    /** What stands there of these numbers, of each in its place. */
    find(dataset: string, phones: string[]): FoundRows[] {
      const generation = generationOf(dataset);
      return phones.map((phone) => ({ phone, rows: generation === null ? [] : rowsOf(generation, phone) }));
    },
  };
}

/** A piece of the rows that no dataset and no import has any more; whether there may be more. */
function dropOrphans(db: DatabaseSync): boolean {
  const kept = new Set(
    db
      .prepare('SELECT generation FROM dataset UNION SELECT generation FROM import')
      .all()
      .map((row) => column.numberOrNull(row, 'generation')),
  );
  const next = db.prepare('SELECT generation FROM entry WHERE generation > ? ORDER BY generation LIMIT 1');
  let generation = -1;
  for (let row = next.get(generation); row; row = next.get(generation)) {
    generation = column.number(row, 'generation');
    if (kept.has(generation)) continue;
    const end = db
      .prepare('SELECT phone, place FROM entry WHERE generation = ? ORDER BY phone, place LIMIT 1 OFFSET ?')
      .get(generation, DROPPED_ROWS);
    if (end)
      db.prepare('DELETE FROM entry WHERE generation = ? AND (phone, place) < (?, ?)').run(
        generation,
        column.text(end, 'phone'),
        column.number(end, 'place'),
      );
    else db.prepare('DELETE FROM entry WHERE generation = ?').run(generation);
    return true;
  }
  return false;
}

/** What only reads, in a thread that no import holds up. */
export function openReader({ path }: DatasetStoreOptions) {
  const db = openDatabase({ path, migrations, synchronous: 'NORMAL', readOnly: true });
  const { find } = finding(db);
  return { find, close: (): void => db.close() };
}

/** Runs in the store's worker thread. */
export function open({ path }: DatasetStoreOptions) {
  const held = lock(path);
  // All of it comes again from the operator's files.
  dropDamaged(path);
  const db = openDatabase({ path, migrations, synchronous: 'NORMAL' });
  const { find, fingerprintOf, generationOf } = finding(db);
  const insert = db.prepare('INSERT INTO entry (generation, phone, place, row) VALUES (?, ?, ?, ?)');
  const going = db.prepare('SELECT 1 FROM import WHERE generation = ?');
  let place = 0;
  /** Throws where the import is over: an import whose file was replaced may still be reading it. */
  const mustGoOn = (generation: number): void => {
    if (!going.get(generation)) throw new Error('another import has begun');
  };

  return {
    /**
     * Begins an import unless the file with this fingerprint stands there whole already. Null then; else the number that
     * its rows carry until it is finished. Any other import of it is over and what that left is dropped; the former content
     * goes on answering.
     */
    begin: (dataset: string, fingerprint: string): number | null =>
      transaction(db, () => {
        db.prepare('DELETE FROM entry WHERE generation IN (SELECT generation FROM import WHERE name = ?)').run(dataset);
        db.prepare('DELETE FROM import WHERE name = ?').run(dataset);
        if (fingerprintOf(dataset) === fingerprint) return null;
        return Number(db.prepare('INSERT INTO import (name) VALUES (?)').run(dataset).lastInsertRowid);
      }),
    /** @throws Error when its import is over */
    add: (generation: number, added: DatasetRow[]): void =>
      transaction(db, () => {
        mustGoOn(generation);
        added.forEach(({ phone, row }) => insert.run(generation, phone, place++, row));
      }),
    /** Lets these rows answer, and removes the former ones. @throws Error when its import is over */
    finish: (dataset: string, generation: number, fingerprint: string): void =>
      transaction(db, () => {
        mustGoOn(generation);
        const former = generationOf(dataset);
        db.prepare(
          `INSERT INTO dataset (name, fingerprint, generation) VALUES (?, ?, ?)
           ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint, generation = excluded.generation`,
        ).run(dataset, fingerprint, generation);
        db.prepare('DELETE FROM import WHERE generation = ?').run(generation);
        if (former !== null) db.prepare('DELETE FROM entry WHERE generation = ?').run(former);
      }),
    /**
     * Removes a piece of what stands there of any other dataset than these, and overwrites it.
     * @returns whether there may be more
     */
    dropOthers(datasets: string[]): boolean {
      const kept = JSON.stringify(datasets);
      // Else what was removed stays readable in the file.
      db.exec('PRAGMA secure_delete = ON');
      try {
        return transaction(db, () => {
          for (const table of ['dataset', 'import'])
            db.prepare(`DELETE FROM ${table} WHERE name NOT IN (SELECT value FROM json_each(?))`).run(kept);
          return dropOrphans(db);
        });
      } finally {
        db.exec('PRAGMA secure_delete = OFF');
      }
    },
    fingerprintOf,
    find,
    close: (): void => {
      db.close();
      held.close();
    },
  };
}
