import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { emptyLog } from './empty-log.ts';

/** Smaller ones are left: they are written over from their beginning when all of it is in the file. */
const WORTH_BYTES = 1_000_000;
const LOOK_EVERY_MS = 1000;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * What empties a file's log once nothing was written between two looks; SQLite by itself keeps it at the largest size
 * that it ever had. (https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files)
 * What hinders it (the file is in use, the disk is full) is no fault of the look, which a timer calls in the stores'
 * thread: thrown there, it would end the thread with all its stores. The next look tries again.
 */
export function idleLog(db: DatabaseSync, path: string): { look(): void } {
  const changes = db.prepare('SELECT total_changes() AS changes');
  let seen = -1;
  return {
    look(): void {
      try {
        const now = Number(changes.get()?.['changes']);
        const isIdle = now === seen;
        seen = now;
        if (isIdle && sizeOf(`${path}-wal`) > WORTH_BYTES) emptyLog(db, 0);
      } catch {
        // Whoever writes next is told what is wrong with the file.
      }
    },
  };
}

/** Looks at the log every second for as long as the file is open. */
export function keepLogSmall(db: DatabaseSync, path: string): void {
  const log = idleLog(db, path);
  const looking = setInterval(() => {
    if (db.isOpen) log.look();
    else clearInterval(looking);
  }, LOOK_EVERY_MS).unref();
}
