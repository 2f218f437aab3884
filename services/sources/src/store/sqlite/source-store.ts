import { openDatabase, Outbox, scrub, transaction } from '@numscope/adapters/sqlite';
import type { StatisticsRange } from '@numscope/contracts';
import type { Commit, DeletedPhone } from '../source-store.port.ts';
import { duePhotoRows } from './due-photos.ts';
import { listRows } from './listed.ts';
import { observationRows } from './observations.ts';
import { sourceMigrations } from './source-schema.ts';
import { standingRows } from './standing.ts';
import { statisticRows } from './statistics.ts';
import { submissionRows } from './submissions.ts';
import { webhookRows } from './webhooks.ts';

interface SourceStoreOptions {
  path: string;
}

/** Runs in the store's worker thread. */
export function open(options: SourceStoreOptions) {
  const db = openDatabase({ path: options.path, migrations: sourceMigrations });
  const outbox = new Outbox(db);
  const observed = observationRows(db);
  const standing = standingRows(db, outbox);
  const statistics = statisticRows(db);
  const submissions = submissionRows(db);
  const duePhotos = duePhotoRows(db);

  return {
    ...observed.store,
    ...standing.store,
    ...submissions.store,
    ...duePhotos.store,
    ...listRows(db, outbox),
    ...webhookRows(db, outbox),

    commit: ({ observations, ended, calls, reused, lost, photos, events }: Commit): number | null =>
      transaction(db, () => {
        // In order of the index: rows that come at random cost several times more.
        for (const one of observations.sort((a, b) => (a.phone < b.phone ? -1 : 1))) observed.insert(one);
        for (const step of photos) {
          if (step.answer) observed.insert(step.answer);
          duePhotos.step(step);
        }
        statistics.count({ observations, reused, lost });
        submissions.end(ended);
        for (const count of calls) standing.addCalls(count);
        return events === null ? null : outbox.appendPacked(events);
      }),

    deleteOf: (deleted: DeletedPhone[]): void =>
      transaction(db, () => {
        for (const one of deleted) {
          observed.deleteOf(one.phone, one.until);
          submissions.deleteOf(one);
          duePhotos.deleteOf(one);
        }
      }),

    erase: (phone: string): { observations: number; submissions: number } =>
      transaction(db, () => {
        const all = { phone, until: Number.MAX_SAFE_INTEGER };
        duePhotos.deleteOf(all);
        return { observations: observed.deleteOf(phone, all.until), submissions: submissions.deleteOf(all) };
      }),

    statistics: (source: string, range: StatisticsRange) => statistics.of(source, range),

    hasUnpublished: (keys: readonly string[]): boolean => outbox.holdsAny(keys),
    pendingEvents: (limit: number) => outbox.pendingEvents(limit),
    clearEvents: (ids: number[]): void => outbox.clearEvents(ids),
    scrub: (): void => scrub(db),
    check: (): void => void db.prepare('SELECT 1').get(),
    close: (): void => db.close(),
  };
}
