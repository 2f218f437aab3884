import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import type { CheckProgress } from '@numscope/contracts';

/** How far the check under way is. */
export function readCheckProgress(db: DatabaseSync) {
  const found = db.prepare('SELECT json FROM checking');
  return {
    checkProgress(): CheckProgress | null {
      const row = found.get();
      return row ? (JSON.parse(column.text(row, 'json')) as CheckProgress) : null;
    },
  };
}

export function keepCheckProgress(db: DatabaseSync) {
  const keep = db.prepare('INSERT OR REPLACE INTO checking VALUES (1, ?)');
  const end = db.prepare('DELETE FROM checking');
  return {
    keepCheckProgress: (progress: CheckProgress | null): void =>
      void (progress === null ? end.run() : keep.run(JSON.stringify(progress))),
  };
}
