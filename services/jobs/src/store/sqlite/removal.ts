import { column } from '@numscope/adapters/sqlite';
import { phoneIn } from './phone-rows.ts';
import type { Writing } from './writing.ts';

const STEP_ROWS = 5000;

/** Removes phones that nobody has any more, in steps. */
export function removal(writing: Writing) {
  const { db } = writing;
  const dropped = db.prepare(`SELECT key FROM storage WHERE state = 'DROPPED' LIMIT 1`);
  const used = db.prepare('SELECT 1 FROM joining WHERE source = ?');
  const end = db.prepare('SELECT pass, phone FROM phone WHERE job = ? ORDER BY pass, phone LIMIT 1 OFFSET ?');
  const removeUpTo = db.prepare('DELETE FROM phone WHERE job = ? AND (pass, phone) <= (?, ?)');
  const removeAll = db.prepare('DELETE FROM phone WHERE job = ?');
  const removeParts = db.prepare('DELETE FROM part WHERE job = ?');
  const removeCurves = db.prepare('DELETE FROM curve WHERE job = ?');
  const forget = db.prepare('DELETE FROM storage WHERE key = ?');
  const orphans = db.prepare(`UPDATE storage SET state = 'DROPPED' WHERE state = 'UPLOADING'`);

  return {
    /** Gives up the uploads that a killed process had begun. Only at start. */
    dropOrphans: (): void => void orphans.run(),

    dropNext: (): boolean => {
      const row = dropped.get();
      if (!row) return false;
      const key = column.number(row, 'key');
      if (used.get(key)) return false;
      return writing.change(() => {
        const last = end.get(key, STEP_ROWS);
        if (last) removeUpTo.run(key, Number(last['pass']), phoneIn(last));
        else {
          removeAll.run(key);
          removeParts.run(key);
          removeCurves.run(key);
          writing.parts.forget(key);
          forget.run(key);
        }
        return true;
      });
    },
  };
}
