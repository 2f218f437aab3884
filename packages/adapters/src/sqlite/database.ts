import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newerFault, unusable } from './database-fault.ts';
import { keepLogSmall } from './idle-log.ts';

export type { DatabaseSync, StatementSync } from 'node:sqlite';

/** How long a commit waits for another process's, in milliseconds: a backup stops all writers for a moment. */
const BUSY_MS = 10_000;

export interface DatabaseOptions {
  /** A file; its folder is made when missing. */
  path: string;
  /** Statements that take the schema from each version to the next; only ever added to. */
  migrations: readonly string[];
  /**
   * FULL: a commit survives a power cut. NORMAL: it survives the end of the process only; for what can be rebuilt.
   * Default FULL. (https://www.sqlite.org/pragma.html#pragma_synchronous)
   */
  synchronous?: 'FULL' | 'NORMAL';
  readOnly?: boolean;
  /** Bytes of a page, for a new file; larger where rows are large. */
  pageSize?: number;
  /** Megabytes of cache; unless said 4 for what only reads, 2 for a writer: SQLite keeps them until the file is closed. */
  cacheMb?: number;
}

/**
 * Opens a SQLite file in WAL mode and brings its schema up to date.
 * @throws Error that names the file, what is wrong with it and what to do; nothing is written to a file that is damaged
 * or of a newer version
 */
export function openDatabase(options: DatabaseOptions): DatabaseSync {
  mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 });
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(options.path, { readOnly: options.readOnly ?? false, timeout: BUSY_MS });
    prepare(db, options);
    return db;
  } catch (error) {
    db?.close();
    throw unusable(options.path, error);
  }
}

function prepare(db: DatabaseSync, options: DatabaseOptions): void {
  const cacheMb = options.cacheMb ?? (options.readOnly ? 4 : 2);
  db.exec(`PRAGMA cache_size = -${cacheMb * 1000}; PRAGMA temp_store = MEMORY;`);
  if (options.readOnly) return;
  refuseNewer(db, options);
  if (options.pageSize) db.exec(`PRAGMA page_size = ${options.pageSize}`);
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.synchronous ?? 'FULL'}; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 4000;`,
  );
  migrate(db, options.migrations);
  keepLogSmall(db, options.path);
}

/** How many migrations the schema has been through. */
export const schemaVersion = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version']);

function refuseNewer(db: DatabaseSync, { path, migrations }: DatabaseOptions): void {
  const version = schemaVersion(db);
  if (version > migrations.length) throw newerFault(path, version, migrations.length);
}

function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  const done = schemaVersion(db);
  for (const [index, statements] of migrations.entries()) {
    if (index < done) continue;
    transaction(db, () => db.exec(`${statements}; PRAGMA user_version = ${index + 1};`));
  }
}

/**
 * Runs a write that a power cut may undo without harm, so without waiting for the disk. The end of the process alone
 * does not undo it, and the next commit that waits for the disk makes it last too
 * (https://www.sqlite.org/pragma.html#pragma_synchronous).
 */
export function losable<T>(db: DatabaseSync, work: () => T): T {
  const usual = Number(db.prepare('PRAGMA synchronous').get()?.['synchronous']);
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    db.exec(`PRAGMA synchronous = ${usual}`);
  }
}

/**
 * Runs reads on one state of the file, whoever writes meanwhile; its locks are taken once and not for each of them.
 */
export function readTransaction<T>(db: DatabaseSync, read: () => T): T {
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    if (db.isTransaction) db.exec('COMMIT');
  }
}

/**
 * Runs `work` in one transaction: all of it or nothing. Takes the write lock at once, so that it cannot fail half way
 * for another writer.
 */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
