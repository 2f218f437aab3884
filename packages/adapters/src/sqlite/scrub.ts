import type { DatabaseSync } from 'node:sqlite';
// Not by the package's index: store modules import this file in their threads, and those should stay small.
import { TransientError } from '@numscope/platform/transient-error';
import { emptyLog } from './empty-log.ts';

/** Reads of our own are over by then. */
const READERS_MS = 1000;

/** @throws TransientError while somebody reads the file as it was before */
function emptyLogOrFail(db: DatabaseSync): void {
  if (!emptyLog(db, READERS_MS))
    throw new TransientError('what was removed is still read, as by a backup, and cannot be overwritten yet');
}

/**
 * Overwrites all that was ever deleted from a file: what is left is written anew, and the log is emptied. Takes about a
 * second for 100 MB, and room for as much again; nothing else is written meanwhile.
 * (https://www.sqlite.org/lang_vacuum.html)
 * @throws TransientError while somebody reads the file as it was before, as a backup does: the file may hold what was
 * deleted until it is called again
 */
export function scrub(db: DatabaseSync): void {
  // Before the file is written anew in vain.
  emptyLogOrFail(db);
  db.exec('VACUUM');
  emptyLogOrFail(db);
}
