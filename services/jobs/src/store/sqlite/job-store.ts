import { openDatabase } from '@numscope/adapters/sqlite';
import { changes } from './changes.ts';
import { curveReads, curveWrites } from './curves.ts';
import { deletions } from './deletions.ts';
import { dispatching } from './dispatch.ts';
import { erasing } from './erasing.ts';
import { joins } from './joins.ts';
import { listing } from './listing.ts';
import { passes } from './passes.ts';
import { removal } from './removal.ts';
import { results } from './results.ts';
import { retention } from './retention.ts';
import { jobMigrations } from './schema.ts';
import { uploads } from './uploads.ts';
import { Writing } from './writing.ts';

interface JobStoreOptions {
  path: string;
}

/** What only reads, in a thread that no write holds up. */
export function openReader({ path }: JobStoreOptions) {
  const db = openDatabase({ path, migrations: jobMigrations, readOnly: true });
  return { ...listing(db), ...curveReads(db), close: (): void => db.close() };
}

/** Runs in the store's worker thread. */
export function open({ path }: JobStoreOptions) {
  const db = openDatabase({ path, migrations: jobMigrations });
  const writing = new Writing(db);
  const passing = passes(writing);
  const joining = joins(writing, passing);
  const removing = removal(writing);
  removing.dropOrphans();
  const { outbox } = writing;

  return {
    ...uploads(writing, joining),
    ...changes(writing, passing, joining),
    ...dispatching(writing, passing),
    ...results(writing, passing),
    ...deletions(writing),
    ...erasing(writing, passing),
    ...retention(writing),
    ...listing(db),
    ...curveReads(db),
    ...curveWrites(db),
    joinNext: joining.joinNext,
    dropNext: removing.dropNext,
    promote: passing.promote,
    check: (): void => void db.prepare('SELECT 1').get(),
    pendingEvents: (limit: number) => outbox.pendingEvents(limit),
    clearEvents: (ids: number[]): void => outbox.clearEvents(ids),
    close: (): void => db.close(),
  };
}
