import { join } from 'node:path';
import { column, type DatabaseSync, openDatabase, Outbox, transaction } from '@numscope/adapters/sqlite';
import type { FaceVerdict, ImportFault, ImportInfo, SavedSearch, StatisticsRange } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { eventTexts, keyOfText } from '@numscope/platform/event-text';
import { outgoing } from '@numscope/platform/events';
import { Absorber, inOrder } from './absorb.ts';
import { CountryCounter } from './country-counter.ts';
import { picturesOf } from '../../domain/fold-profile.ts';
import type { ErasedMark } from '@numscope/platform/erased-numbers';
import { forgetOlder } from '../fold-rows.ts';
import { ErasureRows } from './erasure-rows.ts';
import type { ErasureRecord, ErasureStep, Removed, StepOutcome } from '../erasure.ts';
import type { JobRef } from '../../domain/observation.ts';
import type { ImportStart } from '../import-record.ts';
import { ImportRows } from './import-rows.ts';
import { IndexWorkRows } from './index-work-rows.ts';
import { MergedJobRows } from './merged-job-rows.ts';
import { ProfileList } from './profile-list.ts';
import { ProfileReader } from './profile-reader.ts';
import type { PhonePair } from '../same-face.ts';
import { SameFaceRows } from './same-face-rows.ts';
import { RemovedRows } from './removed-rows.ts';
import type { Retained, RetentionRecord } from '../retention.ts';
import { RetentionRows } from './retention-rows.ts';
import { SavedSearchRows } from './saved-search-rows.ts';
import { ProfileRows } from './profile-rows.ts';
import { readAgreement, VerdictCounter } from './verdict-counter.ts';
import type { AppliedPart, IndexWork, PutSearch, SearchOwner, Refolded, TextsAround } from '../profile-store.port.ts';
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
    return work.add({ upserts: [], removals: [phone] }, audit ? [tombstone, audit] : [tombstone]);
  });
}

/** What only reads. */
function reading(db: DatabaseSync, reader = new ProfileReader(db)) {
  const list = new ProfileList(db);
  const mergedJobs = new MergedJobRows(db);
  const searches = new SavedSearchRows(db, new Outbox(db));
  const retention = new RetentionRows(db);
  const sameFace = new SameFaceRows(db, new Outbox(db));
  return {
    profiles: (phones: readonly string[]) => reader.profiles(phones),
    profileList: (phones: readonly string[], around?: TextsAround) => list.of(phones, around),
    wholeProfiles: (phones: readonly string[]) => reader.wholeProfiles(phones),
    details: (phones: readonly string[]) => reader.details(phones),
    known: (phones: readonly string[]) => reader.known(phones),
    phonesOfImages: (imageIds: readonly string[], phone: string | null, limit: number) =>
      reader.phonesOfImages(imageIds, phone, limit),
    referencedImages: (imageIds: readonly string[]) => reader.referencedImages(imageIds),
    countryStatistics: () => reader.countryStatistics(),
    agreement: (source: string, range: StatisticsRange) => readAgreement(db, source, range),
    count: () => reader.count(),
    revisions: (phones: readonly string[]) => reader.revisions(phones),
    documents: (phones: readonly string[]) => reader.documents(phones),
    documentsAfter: (phone: string | null, limit: number) => reader.documentsAfter(phone, limit),
    jobsMergedInto: (jobs: readonly string[]) => mergedJobs.sourcesOf(jobs),
    savedSearches: (userId: string) => searches.of(userId),
    faceVerdicts: (phone: string, others: readonly string[]) => sameFace.of(phone, others),
    judgedNumbers: (phone: string, limit: number): string[] => sameFace.judged(phone, limit),
    saidOfFaces: (phone: string) => sameFace.all(phone),
    countOlder: (before: number) => retention.countOlder(before),
    check: (): void => void reader.count(),
  };
}

/** Runs in a thread that no write holds up. */
export function openReader({ dataDir }: ProfileStoreOptions) {
  const db = openDatabase({ path: join(dataDir, 'profiles.sqlite'), migrations, readOnly: true });
  return { ...reading(db), close: (): void => db.close() };
}

/** Runs in the store's worker thread. */
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
  const removed = new RemovedRows(db);
  const mergedJobs = new MergedJobRows(db);
  const retention = new RetentionRows(db);
  const searches = new SavedSearchRows(db, outbox);
  return {
    ...reading(db, reader),
    forgetRemoved: (now: number): void => removed.forgetOld(now),
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
    beginErasure: (record: ErasureRecord): void => erasures.begin(record),
    openErasures: (): ErasureRecord[] => erasures.open(),
    noteErasureStep: (id: string, step: ErasureStep, outcome: StepOutcome): ErasureRecord =>
      erasures.noteStep(id, step, outcome),
    forgetErasedPictures: (id: string): void => erasures.forgetPictures(id),
    finishErasure: (id: string, at: number): void => erasures.finish(id, at),
    erasuresFinishedSince: (at: number): ErasureRecord[] => erasures.finishedSince(at),
    eraseRest: (phone: string, mark: ErasedMark, forgottenBefore: number): Removed =>
      erasures.eraseRest(phone, mark, forgottenBefore),
    // Answers are put in with the marks, in one step.
    dropLeftOver: (_phone: string): IndexWork | null => null,
    erasureRevision: (): string => erasures.revision(),
    scrub: (): void => erasures.scrub(),
    beginImport: (start: ImportStart): void => imports.begin(start),
    stageImport: (id: string, profiles: string, count: number): void => imports.stage(id, profiles, count),
    countImport: (id: string, audit: OutgoingEvent | null): void => imports.count(id, audit),
    withdrawImport: (id: string, faults: ImportFault[]): void => imports.withdraw(id, faults),
    applyImport: (id: string): AppliedPart | null => imports.apply(id),
    finishImport: (id: string): void => imports.finish(id),
    importsToFinish: (): string[] => imports.toFinish(),
    imports: (limit: number): ImportInfo[] => imports.newest(limit),
    importOf: (id: string): ImportInfo | null => imports.of(id),
    refold: (phone: string | null, limit: number): Refolded => absorber.refold(phone, limit, Date.now()),
    retention: (): RetentionRecord => retention.record(),
    saveRetention: (record: RetentionRecord): boolean => retention.save(record),
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
    noteMerge: (source: JobRef, target: JobRef): void => mergedJobs.note(source, target),
    saveSearch: (owner: SearchOwner, search: SavedSearch, audit: OutgoingEvent | null): boolean =>
      searches.save(owner, search, audit),
    putSearch: (owner: SearchOwner, search: SavedSearch, audit: OutgoingEvent | null): PutSearch =>
      searches.put(owner, search, audit),
    dropSearch: (userId: string, id: string, audit: OutgoingEvent | null): boolean => searches.drop(userId, id, audit),
    adoptSearches: (owner: SearchOwner): void => searches.adopt(owner),
    dropSearchesOf: (owner: { userId: string | null; userName: string }): void => searches.dropAll(owner),
    judgeFaces: (pair: PhonePair, said: FaceVerdict, audit: OutgoingEvent | null): boolean =>
      sameFace.judge(pair, said, audit),
    hasToTell: (keys: readonly string[]): boolean => outbox.holdsAny(keys) || work.holdsAny(keys),
    pendingEvents: (limit: number) => outbox.pendingEvents(limit),
    clearEvents: (ids: number[]): void => outbox.clearEvents(ids),
    close: (): void => db.close(),
  };
}
