import { checkMongo, type Connection, Lease, transientWhileAway } from '@numscope/adapters/mongo';
import type { CommitId, Logger, OutgoingEvent } from '@numscope/platform';
import { phoneOf } from '@numscope/platform';
import { eventTexts } from '@numscope/platform/event-text';
import { countAgreement } from './agreement.ts';
import { documentAbsorber } from './absorb.ts';
import { documentStatistics } from './country-statistics.ts';
import { importsOf } from './imports.ts';
import { erasuresOf } from './erasures.ts';
import { declareIndexes } from './indexes.ts';
import { entryRemoval, indexWorkOf, phonesOf } from './index-work.ts';
import { mergedJobs } from './merged-jobs.ts';
import { phoneCollection } from './phone-documents.ts';
import { phoneReader } from './phone-reader.ts';
import type { ProfileStore } from '../profile-store.port.ts';
import type { IndexWork } from '../index-work.ts';
import type { ResolvedPhone } from '../resolved-phone.ts';
import { readResolved } from '../read-resolved.ts';
import { RemovalJournal } from './removal-journal.ts';
import { sameFaceVerdicts } from './same-face.ts';
import { retentions } from './retention.ts';
import { savedSearches } from './saved-searches.ts';
import { Slices } from './slices.ts';

interface ProfileMongoOptions {
  log: Logger;
}

/**
 * Profiles in MongoDB, for several processes at once. One document holds all of a number, so each change of a profile
 * is one atomic step, guarded by the version that it was read from. What is to be told of a batch stands in the journal
 * before anybody is told: it is written after the documents, because the batch comes again from the bus when its
 * process dies in between, and absorbing it again tells the same. Removals come from people and do not come again: their
 * intent is in the journal before anything is changed. Imports stand in documents of their own until they are in.
 */
async function storeOf(connection: Connection, { log }: ProfileMongoOptions): Promise<ProfileStore> {
  await declareIndexes(connection);
  const documents = phoneCollection(connection);
  const rules = connection.collection<{ _id: 'rules'; version: number }>('rules');
  const noted = connection.collection<{ _id: 'index'; identity: string }>('noted_index');
  const slices = new Slices();
  const relaying = new Lease(connection, { name: 'outbox', log });
  const reader = phoneReader(documents, slices);
  const statistics = documentStatistics(documents);
  const searches = savedSearches(connection, relaying);
  const sameFace = sameFaceVerdicts(connection, relaying, reader.known);
  const { dropVerdictsOf } = sameFace;
  const erasures = erasuresOf(connection, documents, dropVerdictsOf);
  const retention = retentions(connection, documents);
  const removals = new RemovalJournal(connection, { documents, reader, statistics, dropVerdictsOf });
  const { journal, hold } = removals;
  const { counting } = erasures;
  const absorber = documentAbsorber(documents, slices);
  const imports = importsOf(connection, absorber, slices, counting);
  await relaying.start();

  const telling = [journal, searches.outbox, sameFace.outbox];
  const workOf = async (entries: ReturnType<typeof journal.heldEntries>): Promise<IndexWork[]> => {
    const work: IndexWork[] = [];
    for (const { id, events } of await entries) {
      const phones = phonesOf(events ?? '');
      const upserts = await reader.documents(phones);
      const present = new Set(upserts.map(phoneOf));
      work.push({ id, upserts, removals: phones.filter((phone) => !present.has(phone)), events });
    }
    return work;
  };
  const changed = <T>(made: T): T => {
    statistics.forget();
    return made;
  };

  return {
    ...reader,
    countryStatistics: statistics.countryStatistics,
    ...mergedJobs(connection),
    ...erasures.calls,
    ...imports.calls,
    ...retention.calls,
    ...searches.calls,
    ...sameFace.calls,

    async absorb(texts, now) {
      const resolved: ResolvedPhone[] = [];
      await slices.forEach(eventTexts(texts), (text) => void resolved.push(readResolved(text)));
      const absorbed = changed(await absorber.absorb(resolved, now, counting));
      return absorbed.events.length > 0 ? indexWorkOf(hold, slices, absorbed) : null;
    },

    remove: (phone, reason, audit) => removals.remove({ phone, reason, audit }),
    removeForgotten: (phone, before) => removals.remove({ phone, reason: 'RETENTION', audit: null, before }),

    async dropLeftOver(phone) {
      if (!(await erasures.dropLeftOver(phone))) return null;
      return changed(entryRemoval(phone));
    },

    applyImport: async (id) => changed(await imports.applyPart(id, hold)),
    refold: async (phone, limit) => changed(await absorber.refold(phone, limit, hold)),

    retain: async (before, limit) =>
      changed(
        await absorber.retain(before, limit, async (absorbed, images) => {
          await retention.addImages(images);
          return indexWorkOf(hold, slices, absorbed);
        }),
      ),

    notedIndex: async () => (await noted.findOne({ _id: 'index' }))?.identity ?? null,
    noteIndex: async (identity) => {
      await noted.updateOne({ _id: 'index' }, { $set: { identity } }, { upsert: true });
    },
    rulesVersion: async () => (await rules.findOne({ _id: 'rules' }))?.version ?? null,
    noteRulesVersion: async (version) => {
      await rules.updateOne({ _id: 'rules' }, { $set: { version } }, { upsert: true });
    },

    forgetRemoved: async (now) => {
      await documents.deleteMany({ until: { $lt: now }, found: false });
    },
    openWork: (limit) => workOf(journal.heldEntries(limit)),
    abandonedWork: (limit) => workOf(journal.heldEntries(limit, true)),
    hasOpenWork: () => journal.holdsAny(),
    finishWork: (id) => journal.release(String(id)),
    forgetWork: (id) => journal.forget(String(id)),
    agreement: (source, range) => countAgreement(documents, source, range),
    check: () => checkMongo(connection),

    get isAlone() {
      return relaying.isAlone;
    },

    async pendingEvents(limit) {
      const pending: Array<{ id: CommitId; events: OutgoingEvent[] }> = [];
      for (const part of telling) pending.push(...(await part.pendingEvents(limit)));
      return pending;
    },

    async hasUnpublished(keys) {
      for (const part of telling) if (await part.hasUnpublished(keys)) return true;
      return false;
    },

    async clearEvents(ids) {
      for (const part of telling) await part.clearEvents(ids);
    },

    async inTurn(work, signal) {
      const turn = Promise.withResolvers<void>();
      const lease = new Lease(connection, { name: 'upkeep', log, onTaken: turn.resolve });
      signal.addEventListener('abort', () => turn.resolve(), { once: true });
      await lease.start();
      try {
        await turn.promise;
        if (!signal.aborted) await work();
      } finally {
        await lease.close();
      }
    },

    async close() {
      await relaying.close();
      await connection.close();
    },
  };
}

/** Opens the profiles in a database that instances share. Closing them closes the connection. */
export const openProfilesMongoStore = async (
  connection: Connection,
  options: ProfileMongoOptions,
): Promise<ProfileStore> => transientWhileAway(await storeOf(connection, options));
