import type { DatabaseSync } from '@numscope/adapters/sqlite';
import type { CheckProgress } from '@numscope/contracts';
import { kept } from './audit-checkpoints.ts';

/** How far the check under way is. */
export function readCheckProgress(db: DatabaseSync) {
  const found = db.prepare('SELECT json FROM checking');
  return {
    checkProgress: (): CheckProgress | null => kept(found.get()),
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
