import type { DatabaseSync } from 'node:sqlite';

/**
 * Takes all of the log over into the file and empties it.
 * @param waitMs how long it waits for who reads or writes the file
 * @returns whether nobody hindered it
 * @throws Error of SQLite
 */
export function emptyLog(db: DatabaseSync, waitMs: number): boolean {
  const usual = Number(db.prepare('PRAGMA busy_timeout').get()?.['timeout']);
  db.exec(`PRAGMA busy_timeout = ${waitMs}`);
  try {
    return Number(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy']) === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${usual}`);
  }
}
