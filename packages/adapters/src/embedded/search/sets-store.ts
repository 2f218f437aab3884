import { openDatabase } from '../../sqlite/index.ts';
import { indexMigrations as migrations } from './index-schema.ts';
import { SetMaker } from './set-maker.ts';
import { setsLink } from './sets-link.ts';

/** Runs in a worker thread: makes sets for those who read the index, and hands them out. */
export function openReader({ path }: { path: string }) {
  const db = openDatabase({ path, migrations, readOnly: true, cacheMb: 4 });
  const link = setsLink(path);
  new SetMaker(db, link).begin();
  return {
    close(): void {
      link.close();
      db.close();
    },
  };
}
