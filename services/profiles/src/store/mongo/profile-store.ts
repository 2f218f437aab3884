import { checkMongo, type Collection, type Connection, Journal, Lease } from '@numscope/adapters/mongo';
import type { FaceVerdict, ImportFault, SavedSearch, StatisticsRange } from '@numscope/contracts';
import { type CommitId, type Logger, newId, type OutgoingEvent, phoneOf } from '@numscope/platform';
import { eventTexts } from '@numscope/platform/event-text';
import type { JobRef } from '../../domain/observation.ts';
import { countAgreement } from './agreement.ts';
import { DocumentAbsorber } from './absorb.ts';
import { DocumentStatistics } from './country-statistics.ts';
import { Imports } from './imports.ts';
import type { ImportStart } from '../import-record.ts';
import type { ErasedMark } from '@numscope/platform/erased-numbers';
import type { ErasureRecord, ErasureStep, StepOutcome } from '../erasure.ts';
import { Erasures } from './erasures.ts';
import { entryRemoval, type Hold, indexWorkOf, phonesOf } from './index-work.ts';
import { MergedJobs } from './merged-jobs.ts';
import { type PhoneDocument, phoneCollection } from './phone-documents.ts';
import { PhoneReader } from './phone-reader.ts';
import type {
  AppliedPart,
  IndexWork,
  SearchOwner,
  ProfileStore,
  Refolded,
  ResolvedPhone,
  TextsAround,
} from '../profile-store.port.ts';
import { readResolved } from '../read-resolved.ts';
import { carryOutRemoval, type Removal } from './removals.ts';
import type { PhonePair } from '../same-face.ts';
import { SameFaceVerdicts } from './same-face.ts';
import type { Retained, RetentionRecord } from '../retention.ts';
import { Retentions } from './retention.ts';
import { SavedSearches } from './saved-searches.ts';
import { Slices } from './slices.ts';

/** What the journal carries out, also when the process that wrote it is gone. */
type Intent = Removal;

interface RulesDocument {
  _id: 'rules';
  version: number;
}

interface NotedIndex {
  _id: 'index';
  identity: string;
}

export interface ProfileMongoOptions {
  log: Logger;
}

/**
 * Profiles in MongoDB, for several processes at once. One document holds all of a number, so each change of a profile
 * is one atomic step, guarded by the version that it was read from. What is to be told of a batch stands in the journal
 * before anybody is told: it is written after the documents, because the batch comes again from the bus when its
 * process dies in between, and absorbing it again tells the same. Removals come from people and do not come again: their
 * intent is in the journal before anything is changed. Imports stand in documents of their own until they are in.
 */
export class ProfileMongoStore implements ProfileStore {
  readonly #connection: Connection;
  readonly #log: Logger;
  readonly #documents: Collection<PhoneDocument>;
  readonly #rules: Collection<RulesDocument>;
  readonly #noted: Collection<NotedIndex>;
  readonly #journal: Journal<Intent>;
  readonly #slices = new Slices();
  readonly #absorber: DocumentAbsorber;
  readonly #reader: PhoneReader;
  readonly #statistics: DocumentStatistics;
  readonly #imports: Imports;
  readonly #mergedJobs: MergedJobs;
  readonly #searches: SavedSearches;
  readonly #sameFace: SameFaceVerdicts;
  readonly #erasures: Erasures;
  readonly #retentions: Retentions;
  readonly #relaying: Lease;
  /** What came of the intents that somebody here waits for. */
  readonly #outcomes = new Map<string, IndexWork | null>();

  static async open(connection: Connection, options: ProfileMongoOptions): Promise<ProfileMongoStore> {
    const store = new ProfileMongoStore(connection, await phoneCollection(connection), options);
    for (const part of [store.#imports, store.#mergedJobs, store.#searches, store.#sameFace])
      await part.declareIndexes();
    await store.#relaying.start();
    return store;
  }

  private constructor(connection: Connection, documents: Collection<PhoneDocument>, { log }: ProfileMongoOptions) {
    this.#connection = connection;
    this.#log = log;
    this.#documents = documents;
    this.#rules = connection.collection<RulesDocument>('rules');
    this.#noted = connection.collection<NotedIndex>('noted_index');
    this.#journal = new Journal<Intent>(connection, {
      collection: 'index_work',
      apply: (intent) => this.#carryOut(intent),
    });
    this.#absorber = new DocumentAbsorber(documents, this.#slices);
    this.#reader = new PhoneReader(documents, this.#slices);
    this.#statistics = new DocumentStatistics(documents);
    this.#imports = new Imports(connection, this.#absorber, this.#slices, (resolved) =>
      this.#erasures.counting(resolved),
    );
    this.#mergedJobs = new MergedJobs(connection);
    this.#relaying = new Lease(connection, { name: 'outbox', log });
    this.#searches = new SavedSearches(connection, this.#relaying);
    this.#sameFace = new SameFaceVerdicts(connection, this.#relaying);
    this.#erasures = new Erasures(connection, documents, this.#sameFace);
    this.#retentions = new Retentions(connection, documents);
  }

  async absorb(texts: readonly string[], now: number): Promise<IndexWork | null> {
    const resolved: ResolvedPhone[] = [];
    await this.#slices.forEach(eventTexts(texts), (text) => void resolved.push(readResolved(text)));
    const absorbed = await this.#absorber.absorb(resolved, now, (some) => this.#erasures.counting(some));
    this.#statistics.forget();
    return absorbed.events.length > 0 ? indexWorkOf(this.#hold, this.#slices, absorbed) : null;
  }

  remove = (phone: string, reason: 'DELETED' | 'ERASED', audit: OutgoingEvent | null) =>
    this.#remove({ phone, reason, audit });
  removeForgotten = (phone: string, before: number) =>
    this.#remove({ phone, reason: 'RETENTION', audit: null, before });

  async #remove(asked: Pick<Removal, 'phone' | 'reason' | 'audit' | 'before'>): Promise<IndexWork | null> {
    const { phone } = asked;
    const known = await this.#documents.findOne({ _id: phone }, { projection: { id: 1, found: 1 } });
    if (!known?.found) return null;
    return this.#intend({ kind: 'removal', id: newId(), at: Date.now(), profileId: known.id ?? '', ...asked });
  }

  beginErasure = (record: ErasureRecord) => this.#erasures.begin(record);
  openErasures = () => this.#erasures.open();
  noteErasureStep = (id: string, step: ErasureStep, outcome: StepOutcome) => this.#erasures.noteStep(id, step, outcome);
  forgetErasedPictures = (id: string) => this.#erasures.forgetPictures(id);
  finishErasure = (id: string, at: number) => this.#erasures.finish(id, at);
  erasuresFinishedSince = (at: number) => this.#erasures.finishedSince(at);
  eraseRest = (phone: string, mark: ErasedMark, forgottenBefore: number) =>
    this.#erasures.eraseRest(phone, mark, forgottenBefore);
  async dropLeftOver(phone: string): Promise<IndexWork | null> {
    if (!(await this.#erasures.dropLeftOver(phone))) return null;
    this.#statistics.forget();
    return entryRemoval(phone);
  }

  erasureRevision = () => this.#erasures.revision();
  /** The engine does so in its own time. */
  scrub = async () => undefined;
  beginImport = (start: ImportStart) => this.#imports.begin(start);
  stageImport = (id: string, profiles: string, count: number) => this.#imports.stage(id, profiles, count);
  countImport = (id: string, audit: OutgoingEvent | null) => this.#imports.count(id, audit);
  withdrawImport = (id: string, faults: ImportFault[]) => this.#imports.withdraw(id, faults);
  finishImport = (id: string) => this.#imports.finish(id);
  importsToFinish = () => this.#imports.toFinish();
  imports = (limit: number) => this.#imports.newest(limit);
  importOf = (id: string) => this.#imports.of(id);

  async applyImport(id: string): Promise<AppliedPart | null> {
    const applied = await this.#imports.apply(id, this.#hold);
    this.#statistics.forget();
    return applied;
  }

  async refold(phone: string | null, limit: number): Promise<Refolded> {
    const refolded = await this.#absorber.refold(phone, limit, this.#hold);
    this.#statistics.forget();
    return refolded;
  }

  retention = () => this.#retentions.record();
  saveRetention = (record: RetentionRecord) => this.#retentions.save(record);
  countOlder = (before: number) => this.#retentions.countOlder(before);

  async retain(before: number, limit: number): Promise<Retained> {
    const retained = await this.#absorber.retain(before, limit, async (absorbed, images) => {
      await this.#retentions.addImages(images);
      return indexWorkOf(this.#hold, this.#slices, absorbed);
    });
    this.#statistics.forget();
    return retained;
  }

  async notedIndex(): Promise<string | null> {
    return (await this.#noted.findOne({ _id: 'index' }))?.identity ?? null;
  }

  async noteIndex(identity: string): Promise<void> {
    await this.#noted.updateOne({ _id: 'index' }, { $set: { identity } }, { upsert: true });
  }

  async rulesVersion(): Promise<number | null> {
    return (await this.#rules.findOne({ _id: 'rules' }))?.version ?? null;
  }

  async noteRulesVersion(version: number): Promise<void> {
    await this.#rules.updateOne({ _id: 'rules' }, { $set: { version } }, { upsert: true });
  }

  openWork = (limit: number) => this.#workOf(this.#journal.heldEntries(limit));
  forgetRemoved = async (now: number): Promise<void> => {
    await this.#documents.deleteMany({ until: { $lt: now }, found: false });
  };
  abandonedWork = (limit: number) => this.#workOf(this.#journal.heldEntries(limit, true));
  hasOpenWork = () => this.#journal.holdsAny();
  finishWork = (id: CommitId): Promise<void> => this.#journal.release(String(id));
  forgetWork = (id: CommitId): Promise<void> => this.#journal.forget(String(id));
  profiles = (phones: readonly string[]) => this.#reader.profiles(phones);
  profileList = (phones: readonly string[], around?: TextsAround) => this.#reader.profileList(phones, around);
  wholeProfiles = (phones: readonly string[]) => this.#reader.wholeProfiles(phones);
  details = (phones: readonly string[]) => this.#reader.details(phones);
  known = (phones: readonly string[]) => this.#reader.known(phones);
  revisions = (phones: readonly string[]) => this.#reader.revisions(phones);
  documents = (phones: readonly string[]) => this.#reader.documents(phones);
  documentsAfter = (phone: string | null, limit: number) => this.#reader.documentsAfter(phone, limit);
  phonesOfImages = (imageIds: readonly string[], phone: string | null, limit: number) =>
    this.#reader.phonesOfImages(imageIds, phone, limit);
  referencedImages = (imageIds: readonly string[]) => this.#reader.referencedImages(imageIds);
  agreement = (source: string, range: StatisticsRange) => countAgreement(this.#documents, source, range);
  countryStatistics = () => this.#statistics.byCountry();
  count = () => this.#reader.count();
  noteMerge = (source: JobRef, target: JobRef) => this.#mergedJobs.note(source, target);
  jobsMergedInto = (jobs: readonly string[]) => this.#mergedJobs.sourcesOf(jobs);
  savedSearches = (userId: string) => this.#searches.of(userId);
  saveSearch = (owner: SearchOwner, search: SavedSearch, audit: OutgoingEvent | null) =>
    this.#searches.save(owner, search, audit);
  putSearch = (owner: SearchOwner, search: SavedSearch, audit: OutgoingEvent | null) =>
    this.#searches.put(owner, search, audit);
  dropSearch = (userId: string, id: string, audit: OutgoingEvent | null) => this.#searches.drop(userId, id, audit);
  adoptSearches = (owner: SearchOwner) => this.#searches.adopt(owner);
  dropSearchesOf = (owner: { userId: string | null; userName: string }) => this.#searches.dropAll(owner);
  judgeFaces = (pair: PhonePair, said: FaceVerdict, audit: OutgoingEvent | null) =>
    this.#sameFace.judge(pair, said, audit, this.known);
  faceVerdicts = (phone: string, others: readonly string[]) => this.#sameFace.of(phone, others);
  judgedNumbers = (phone: string, limit: number) => this.#sameFace.judged(phone, limit);
  saidOfFaces = (phone: string) => this.#sameFace.all(phone);
  check = () => checkMongo(this.#connection);

  get isAlone(): boolean {
    return this.#relaying.isAlone;
  }

  async pendingEvents(limit: number): ReturnType<ProfileStore['pendingEvents']> {
    const pending = [];
    for (const part of [this.#journal, this.#searches, this.#sameFace])
      pending.push(...(await part.pendingEvents(limit)));
    return pending;
  }

  async hasToTell(keys: readonly string[]): Promise<boolean> {
    for (const part of [this.#journal, this.#searches, this.#sameFace]) if (await part.hasToTell(keys)) return true;
    return false;
  }

  async clearEvents(ids: readonly CommitId[]): Promise<void> {
    await this.#journal.clearEvents(ids);
    await this.#searches.clearEvents(ids);
    await this.#sameFace.clearEvents(ids);
  }

  async inTurn(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const lease = new Lease(this.#connection, { name: 'upkeep', log: this.#log, onTaken: turn.resolve });
    signal.addEventListener('abort', () => turn.resolve(), { once: true });
    await lease.start();
    try {
      await turn.promise;
      if (!signal.aborted) await work();
    } finally {
      await lease.close();
    }
  }

  async close(): Promise<void> {
    await this.#relaying.close();
    await this.#connection.close();
  }

  async #workOf(entries: ReturnType<Journal<Intent>['heldEntries']>): Promise<IndexWork[]> {
    const work: IndexWork[] = [];
    for (const { id, events } of await entries) {
      const phones = phonesOf(events ?? '');
      const upserts = await this.#reader.documents(phones);
      const present = new Set(upserts.map(phoneOf));
      work.push({ id, upserts, removals: phones.filter((phone) => !present.has(phone)), events });
    }
    return work;
  }

  /** From here on it is done, now or by whoever finds it; null when another did it before. */
  async #intend(intent: Intent): Promise<IndexWork | null> {
    this.#outcomes.set(intent.id, null);
    try {
      await this.#journal.write(intent, null);
      return this.#outcomes.get(intent.id) ?? null;
    } finally {
      this.#outcomes.delete(intent.id);
    }
  }

  readonly #hold: Hold = (events, forAnybody) => this.#journal.hold(events, forAnybody);

  /** Of a number that came back meanwhile they are those of its profile of today. */
  async #dropVerdicts({ phone }: Intent): Promise<void> {
    if ((await this.known([phone])).length === 0) await this.#sameFace.dropOf({ phone });
  }

  async #carryOut(intent: Intent): Promise<void> {
    const awaited = this.#outcomes.has(intent.id);
    const hold: Hold = (events) => this.#journal.hold(events, !awaited);
    const work = await carryOutRemoval(this.#documents, hold, intent);
    await this.#dropVerdicts(intent);
    this.#statistics.forget();
    if (awaited) this.#outcomes.set(intent.id, work);
  }
}
