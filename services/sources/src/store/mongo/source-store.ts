import { checkMongo, type Connection, Journal, transientWhileAway } from '@numscope/adapters/mongo';
import { newId } from '@numscope/platform';
import type { SourceStore } from '../source-store.port.ts';
import { answerStore } from './answer-store.ts';
import { applyChange, type Change, documentsOf, isTold, packed } from './changes.ts';
import { HeardJobs } from './heard-jobs.ts';
import { listStore } from './list-store.ts';
import { SharedMongoRecords } from './shared-records.ts';
import { webhookStore } from './webhook-store.ts';

/**
 * Opens records that several instances share. A commit is one entry of a journal; what it changes bears being changed
 * again. Closing it closes the connection.
 */
export async function openSourceMongoStore(connection: Connection): Promise<SourceStore> {
  const instance = newId();
  const documents = documentsOf(connection, instance);
  const { phones, hooks, submissions, duePhotos, statistics, standing } = documents;
  await phones.declareIndexes();
  await Promise.all([hooks.deliveries, submissions, duePhotos, statistics].map((one) => one.declareIndexes()));
  const heard = new HeardJobs(connection);
  const journal = new Journal<Change>(connection, {
    collection: 'journal',
    apply: (change, id) => applyChange(documents, change, id),
    isTold: (change, id) => isTold(documents, change, id),
  });
  const records = new SharedMongoRecords(connection, { instance, jobs: heard });
  const check = (): Promise<void> => checkMongo(connection);

  return transientWhileAway<SourceStore>({
    shared: transientWhileAway(records),
    ...answerStore(documents, journal, instance),
    ...listStore(documents, journal),
    ...webhookStore(documents, journal),

    claimNumbers: (claim) => submissions.claim(claim),
    keepSubmission: (submission) => submissions.keep(submission),
    letGo: (held) => submissions.letGo(held),
    forgetSubmissions: (before) => submissions.forget(before),

    takeDuePhotos: (now, leaseUntil, limit) => duePhotos.take(now, leaseUntil, limit),
    renewDuePhotos: (ids, leasedUntil, leaseUntil) => duePhotos.renew(ids, leasedUntil, leaseUntil),
    duePhotoCounts: (source) => duePhotos.counts(source),
    forgetGivenUpPhotos: (before) => duePhotos.forget(before),

    stops: () => standing.stops(),
    async setStop(source, stop, at, events) {
      const { by, why } = stop ?? { by: null, why: null };
      const change = await standing.nextChange('pause', source);
      await journal.write({ kind: 'pause', source, by, why, at, change }, packed(events));
    },
    toldStates: () => standing.toldStates(),
    async tellState(told, events) {
      const change = await standing.nextChange('told', told.source);
      await journal.write({ kind: 'told', change, ...told }, packed(events));
    },

    jobs: () => heard.all(),
    noteJobs: (jobs) => heard.note(jobs),

    pollMs: journal.pollMs,
    get isAlone() {
      return records.isAlone;
    },
    hasUnpublished: (keys) => journal.hasUnpublished(keys),
    pendingEvents: (limit) => journal.pendingEvents(limit),
    clearEvents: (ids) => journal.clearEvents(ids),
    // The engine does so in its own time.
    scrub: check,
    check,
    close: () => connection.close(),
  });
}
