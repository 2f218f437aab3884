import { join } from 'node:path';
import { column, type DatabaseSync, openDatabase, Outbox, transaction } from '@numscope/adapters/sqlite';
import type { StatisticsRange } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { eventTexts, keyOfText } from '@numscope/platform/event-text';
import { outgoing } from '@numscope/platform/events';
import { packEvents } from '@numscope/platform/packed-events';
import { Absorber, inOrder } from './absorb.ts';
import { CountryCounter } from './country-counter.ts';
import { picturesOf } from '../../domain/fold-profile.ts';
import { forgetOlder } from '../fold-rows.ts';
import { ErasureRows } from './erasure-rows.ts';
import { ImportRows } from './import-rows.ts';
import { IndexWorkRows } from './index-work-rows.ts';
import { MergedJobRows } from './merged-job-rows.ts';
import { ProfileList } from './profile-list.ts';
import { ProfileReader } from './profile-reader.ts';
import { SameFaceRows } from './same-face-rows.ts';
import { RemovedRows } from './removed-rows.ts';
import type { Retained } from '../retention.ts';
import { RetentionRows } from './retention-rows.ts';
import { SavedSearchRows } from './saved-search-rows.ts';
import { ProfileRows } from './profile-rows.ts';
import { readAgreement, VerdictCounter } from './verdict-counter.ts';
import type { Refolded } from '../profile-store.port.ts';
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
  { db, work, sameFace }: { db: DatabaseSync; work: IndexWorkRows; sameFace: SameFaceRows },
  { phone, reason, audit, before }: Removal,
) {
  const rows = new ProfileRows(db);
  const removed = new RemovedRows(db);
  return transaction(db, () => {
    const row = rows.load(phone);
    if (!row || (before !== undefined && !forgetOlder(row, before).isGone)) return null;
    rows.delete(row);
    removed.note(row, Date.now(), before);
    sameFace.dropOf(phone);
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
function reading(db: DatabaseSync, reader = new ProfileReader(db)) {
  const { jobsMergedInto } = new MergedJobRows(db);
  const { savedSearches } = new SavedSearchRows(db, new Outbox(db));
  const { faceVerdicts, judgedNumbers, saidOfFaces } = new SameFaceRows(db, new Outbox(db));
  const { countOlder } = new RetentionRows(db);
  return {
    ...reader,
    ...new ProfileList(db),
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

/**
 * Runs in the store's worker thread. Of each part the calls of the store are properties of its own, by which it is put
 * together; what the parts ask of each other are methods, and stay with them.
 */
export function open({ dataDir }: ProfileStoreOptions) {
  const db = openDatabase({ path: join(dataDir, 'profiles.sqlite'), migrations, pageSize: 8192 });
  const outbox = new Outbox(db);
  const work = new IndexWorkRows(db, outbox);
  const absorber = new Absorber(db, work);
  const reader = new ProfileReader(db);
  const sameFace = new SameFaceRows(db, outbox);
  const erasures = new ErasureRows(db, sameFace);
  const imports = new ImportRows(db, absorber, (resolved) => erasures.counts(resolved));
  imports.withdrawAbandoned();
  const retention = new RetentionRows(db);
  const { noteMerge } = new MergedJobRows(db);
  const { forgetRemoved } = new RemovedRows(db);
  return {
    ...reading(db, reader),
    ...erasures,
    ...imports,
    ...retention,
    ...sameFace,
    ...new SavedSearchRows(db, outbox),
    noteMerge,
    forgetRemoved,
    absorb: (texts: readonly string[], now: number): IndexWork | null =>
      absorber.absorb(
        inOrder(eventTexts(texts), (text) => keyOfText(text) ?? '')
          .values()
          .map(readResolved)
          .filter((resolved) => erasures.counts(resolved)),
        now,
      ),
    remove: (phone: string, reason: 'DELETED' | 'ERASED', audit: OutgoingEvent | null): IndexWork | null =>
      removal({ db, work, sameFace }, { phone, reason, audit }),
    // Answers are put in with the marks, in one step.
    dropLeftOver: (_phone: string): IndexWork | null => null,
    refold: (phone: string | null, limit: number): Refolded => absorber.refold(phone, limit, Date.now()),
    retain: (before: number, limit: number): Retained =>
      absorber.retain(before, limit, Date.now(), (images) => retention.addImages(images)),
    removeForgotten: (phone: string, before: number): IndexWork | null =>
      removal({ db, work, sameFace }, { phone, reason: 'RETENTION', audit: null, before }),
    rulesVersion: (): number | null => {
      const row = db.prepare('SELECT version FROM rules').get();
      return row ? Number(row['version']) : null;
    },
    noteRulesVersion: (version: number): void => {
      db.prepare(
        'INSERT INTO rules (one, version) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET version = excluded.version',
      ).run(version);
    },
    notedIndex: (): string | null => {
      const row = db.prepare('SELECT identity FROM noted_index').get();
      return row ? column.text(row, 'identity') : null;
    },
    noteIndex: (identity: string): void => {
      db.prepare(
        'INSERT INTO noted_index (one, identity) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET identity = excluded.identity',
      ).run(identity);
    },
    openWork: (limit: number): IndexWork[] =>
      work.open(limit).map(({ id, upserts, removals }) => {
        // One that was deleted and found again keeps its new document.
        const gone = [...upserts, ...removals].filter((phone) => reader.known([phone]).length === 0);
        return { id, upserts: reader.documents(upserts), removals: gone, events: null };
      }),
    hasOpenWork: (): boolean => work.open(1).length > 0,
    finishWork: (id: number): void => work.finish(id),
    forgetWork: (id: number): void => work.forget(id),
    hasUnpublished: (keys: readonly string[]): boolean => outbox.holdsAny(keys) || work.holdsAny(keys),
    pendingEvents: (limit: number) => outbox.pendingEvents(limit),
    clearEvents: (ids: number[]): void => outbox.clearEvents(ids),
    close: (): void => db.close(),
  };
}
