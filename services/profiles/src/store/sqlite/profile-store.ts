import { join } from 'node:path';
import { column, type DatabaseSync, openDatabase, Outbox, transaction } from '@numscope/adapters/sqlite';
import type { StatisticsRange } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { eventTexts, keyOfText } from '@numscope/platform/event-text';
import { outgoing } from '@numscope/platform/events';
import { packEvents } from '@numscope/platform/packed-events';
import { Absorber, inOrder } from './absorb.ts';
import type { AtOnce } from './at-once.ts';
import { CountryCounter } from './country-counter.ts';
import { picturesOf } from '../../domain/fold-profile.ts';
import { forgetOlder } from '../fold-rows.ts';
import { erasureRows } from './erasure-rows.ts';
import { importRows } from './import-rows.ts';
import { IndexWorkRows } from './index-work-rows.ts';
import { mergedJobRows } from './merged-job-rows.ts';
import { profileList } from './profile-list.ts';
import { profileReader } from './profile-reader.ts';
import { sameFaceRows } from './same-face-rows.ts';
import { RemovedRows } from './removed-rows.ts';
import { retentionRows } from './retention-rows.ts';
import { savedSearchRows } from './saved-search-rows.ts';
import { ProfileRows } from './profile-rows.ts';
import { readAgreement, VerdictCounter } from './verdict-counter.ts';
import type { ProfileStore } from '../profile-store.port.ts';
import type { IndexWork } from '../index-work.ts';
import { readResolved } from '../read-resolved.ts';
import { migrations } from './schema.ts';

export interface ProfileStoreOptions {
  dataDir: string;
}

interface Removal {
  phone: string;
  reason: 'DELETED' | 'ERASED' | 'RETENTION';
  audit: OutgoingEvent | null;
  /** Only if nothing found is left without what was said before then. */
  before?: number;
}

/** Removes one profile with all that hangs on it; null when there is none, or not one that is to go. */
function removal(
  { db, work, dropVerdictsOf }: { db: DatabaseSync; work: IndexWorkRows; dropVerdictsOf(phone: string): number },
  { phone, reason, audit, before }: Removal,
): IndexWork | null {
  const rows = new ProfileRows(db);
  const removed = new RemovedRows(db);
  return transaction(db, () => {
    const row = rows.load(phone);
    if (!row || (before !== undefined && !forgetOlder(row, before).isGone)) return null;
    rows.delete(row);
    removed.note(row, Date.now(), before);
    dropVerdictsOf(phone);
    const countries = new CountryCounter();
    countries.add(row.country, -1, -1);
    countries.write(db);
    const verdicts = new VerdictCounter();
    verdicts.add(row.country, row.verdicts, -1);
    verdicts.write(db, Date.now());
    const tombstone = outgoing('profile.deleted', phone, {
      phone,
      profileId: row.id,
      reason,
      images: picturesOf(row.profile),
    });
    return work.add({ upserts: [], removals: [phone] }, packEvents(audit ? [tombstone, audit] : [tombstone]));
  });
}

/** What only reads. */
function reading(db: DatabaseSync, reader = profileReader(db)) {
  const { jobsMergedInto } = mergedJobRows(db);
  const { savedSearches } = savedSearchRows(db, new Outbox(db));
  const { faceVerdicts, judgedNumbers, saidOfFaces } = sameFaceRows(db, new Outbox(db)).calls;
  const { countOlder } = retentionRows(db).calls;
  return {
    ...reader,
    profileList: profileList(db),
    jobsMergedInto,
    savedSearches,
    faceVerdicts,
    judgedNumbers,
    saidOfFaces,
    countOlder,
    agreement: (source: string, range: StatisticsRange) => readAgreement(db, source, range),
    check: (): void => void reader.count(),
  };
}

/** Runs in a thread that no write holds up. */
export function openReader({ dataDir }: ProfileStoreOptions) {
  const db = openDatabase({ path: join(dataDir, 'profiles.sqlite'), migrations, readOnly: true });
  return { ...reading(db), close: (): void => db.close() };
}

/** The calls that its thread answers. */
type ThreadStore = AtOnce<Omit<ProfileStore, 'inTurn' | 'abandonedWork' | 'isAlone' | 'pollMs'>>;

/** Runs in the store's worker thread. */
export function open({ dataDir }: ProfileStoreOptions): ThreadStore {
  const db = openDatabase({ path: join(dataDir, 'profiles.sqlite'), migrations, pageSize: 8192 });
  const outbox = new Outbox(db);
  const work = new IndexWorkRows(db, outbox);
  const absorber = new Absorber(db, work);
  const reader = profileReader(db);
  const { calls: sameFace, dropVerdictsOf } = sameFaceRows(db, outbox);
  const { calls: erasures, counts } = erasureRows(db, dropVerdictsOf);
  const { calls: retention, addImages } = retentionRows(db);
  const { forgetRemoved } = new RemovedRows(db);
  const remove = (asked: Removal): IndexWork | null => removal({ db, work, dropVerdictsOf }, asked);
  return {
    ...reading(db, reader),
    ...erasures,
    ...importRows(db, absorber, counts),
    ...retention,
    ...sameFace,
    ...savedSearchRows(db, outbox),
    ...mergedJobRows(db),
    forgetRemoved,
    absorb: (texts, now) =>
      absorber.absorb(
        inOrder(eventTexts(texts), (text) => keyOfText(text) ?? '')
          .values()
          .map(readResolved)
          .filter(counts),
        now,
      ),
    remove: (phone, reason, audit) => remove({ phone, reason, audit }),
    // Answers are put in with the marks, in one step.
    dropLeftOver: () => null,
    refold: (phone, limit) => absorber.refold(phone, limit, Date.now()),
    retain: (before, limit) => absorber.retain(before, limit, Date.now(), addImages),
    removeForgotten: (phone, before) => remove({ phone, reason: 'RETENTION', audit: null, before }),
    rulesVersion() {
      const row = db.prepare('SELECT version FROM rules').get();
      return row ? Number(row['version']) : null;
    },
    noteRulesVersion: (version) =>
      void db
        .prepare(
          'INSERT INTO rules (one, version) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET version = excluded.version',
        )
        .run(version),
    notedIndex() {
      const row = db.prepare('SELECT identity FROM noted_index').get();
      return row ? column.text(row, 'identity') : null;
    },
    noteIndex: (identity) =>
      void db
        .prepare(
          'INSERT INTO noted_index (one, identity) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET identity = excluded.identity',
        )
        .run(identity),
    openWork: (limit) =>
      work.open(limit).map(({ id, upserts, removals }) => {
        // One that was deleted and found again keeps its new document.
        const known = new Set(reader.known([...upserts, ...removals]));
        const gone = [...upserts, ...removals].filter((phone) => !known.has(phone));
        return { id, upserts: reader.documents(upserts), removals: gone, events: null };
      }),
    hasOpenWork: () => work.open(1).length > 0,
    finishWork: (id) => work.finish(Number(id)),
    forgetWork: (id) => work.forget(Number(id)),
    hasUnpublished: (keys) => outbox.holdsAny(keys) || work.holdsAny(keys),
    pendingEvents: (limit) => outbox.pendingEvents(limit),
    clearEvents: (ids) => outbox.clearEvents(ids.map(Number)),
    close: () => db.close(),
  };
}
