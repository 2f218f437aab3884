import type { DatabaseSync } from 'node:sqlite';

/**
 * Overwrites all that was ever deleted from a file: what is left is written anew, and the log is emptied. Takes about a
 * second for 100 MB, and room for as much again; nothing else is written meanwhile.
 * (https://www.sqlite.org/lang_vacuum.html)
 *
 * @returns false where somebody read the file as it was before, as a backup does, for longer than a commit waits: then
 * the log keeps what is left, and the file what was deleted, until a later one
 */
export function scrub(db: DatabaseSync): boolean {
  db.exec('VACUUM');
  return Number(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy']) === 0;
}
