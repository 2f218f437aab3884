import { column, type DatabaseSync } from '../../sqlite/index.ts';

/** Of so many of the last changes the index tells which documents they were of. */
export const MOST_CHANGES_KNOWN = 200_000;

const CHANGES = `(SELECT value FROM totals WHERE name = 'changes')`;

/** Notes which documents a commit changes: one row for each commit, as a row for each document would cost a tenth more. */
export function changeNotes(db: DatabaseSync) {
  const note = db.prepare(`INSERT INTO changed (last, ids) VALUES (${CHANGES}, ?)`);
  const forget = db.prepare(`DELETE FROM changed WHERE last <= ${CHANGES} - ${MOST_CHANGES_KNOWN}`);
  const skip = db.prepare(`UPDATE totals SET value = value + ${MOST_CHANGES_KNOWN + 1} WHERE name = 'changes'`);
  return {
    /** Call it once they are counted in `changes`. */
    note(ids: readonly number[]): void {
      if (ids.length <= MOST_CHANGES_KNOWN) note.run(new Uint8Array(Float64Array.from(ids).buffer));
      forget.run();
    },
    /** Leaves no trace of them: whoever wants to know meets more changes than are known. */
    forgetAll(): void {
      skip.run();
      forget.run();
    },
  };
}

/** The documents of all changes after so many, in their order: more than once where one changed again. */
export function changedAfter(db: DatabaseSync): (changes: number) => number[] {
  const after = db.prepare('SELECT ids FROM changed WHERE last > ? ORDER BY last');
  return (changes) =>
    after.all(changes).flatMap((row) => [...new Float64Array(column.bytes(row, 'ids').slice().buffer)]);
}
