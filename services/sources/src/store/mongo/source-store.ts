import { checkMongo, type Connection, Journal, transientWhileAway } from '@numscope/adapters/mongo';
import type {
  AskingCounts,
  CountOfOld,
  Delivery,
  ListedNumber,
  Observation,
  RemovedOld,
  StatisticsRange,
} from '@numscope/contracts';
import { type CommitId, newId, type OutgoingEvent, packEvents } from '@numscope/platform';
import { kindOf } from '../../domain/periods.ts';
import type { ErasedMark } from '@numscope/platform/erased-numbers';
import type { KeptStop } from '../../domain/source-stop.ts';
import type { Claim, Claimed, Submission } from '../../connectors/http/submissions.port.ts';
import { CallDocuments } from './call-counts.ts';
import { DuePhotoDocuments } from './due-photos.ts';
import type { DuePhotos, PhotoCounts, PhotoStep } from '../due-photos.port.ts';
import { HeardJobs } from './heard-jobs.ts';
import { ListedDocuments } from './listed.ts';
import type { ListedRequest, NewListed } from '../listed-store.port.ts';
import { answerOf, isFresh, knownOf } from './known-answers.ts';
import { PhoneRecords } from './phone-records.ts';
import { SharedMongoRecords } from './shared-records.ts';
import type { SharedRecords } from '../shared-records.port.ts';
import type {
  CallCount,
  Commit,
  EndedSubmission,
  HeardJob,
  KnownAnswer,
  KnownRequest,
  NewObservation,
  ReusedCount,
  SourceStore,
  ToldState,
} from '../source-store.port.ts';
import { StandingDocuments, type StandingChange } from './source-standing.ts';
import { StatisticDocuments } from './statistics.ts';
import { WebhookDocuments } from './webhooks.ts';
import type {
  DeliveryCounts,
  DeliveryRequest,
  DueDelivery,
  KeptWebhook,
  NewDelivery,
  Settlement,
} from '../../webhooks/webhook-store.port.ts';
import { SubmissionDocuments } from './submissions.ts';

/** What an entry of the journal changes. */
type Change =
  | {
      kind: 'answers';
      observations: NewObservation[];
      calls: CallCount[];
      /** Absent in what was written before there were any, as is the next. */
      ended?: EndedSubmission[];
      reused?: ReusedCount[];
      photos?: PhotoStep[];
      instance: string;
      commit: number;
    }
  | { kind: 'list'; added: NewListed; change: string }
  | { kind: 'unlist'; entry: string; at: number; change: string }
  | { kind: 'webhook'; webhook: KeptWebhook; change: string }
  | { kind: 'no-webhook'; id: string }
  | { kind: 'replay'; webhook: string; delivery: string | null; at: number }
  | StandingChange;

const packed = (events: readonly OutgoingEvent[]): string | null => (events.length > 0 ? packEvents(events) : null);

/**
 * Records that several instances share. A commit is one entry of a journal; what it changes bears being changed again.
 */
export class SourceMongoStore implements SourceStore {
  readonly shared: SharedRecords;
  readonly #connection: Connection;
  readonly #phones: PhoneRecords;
  readonly #calls: CallDocuments;
  readonly #statistics: StatisticDocuments;
  readonly #standing: StandingDocuments;
  readonly #jobs: HeardJobs;
  readonly #submissions: SubmissionDocuments;
  readonly #duePhotos: DuePhotoDocuments;
  readonly #list: ListedDocuments;
  readonly #hooks: WebhookDocuments;
  readonly #journal: Journal<Change>;
  readonly #instance = newId();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#phones = new PhoneRecords(connection);
    this.#calls = new CallDocuments(connection);
    this.#statistics = new StatisticDocuments(connection);
    this.#standing = new StandingDocuments(connection);
    this.#jobs = new HeardJobs(connection);
    this.#submissions = new SubmissionDocuments(connection, this.#instance);
    this.#duePhotos = new DuePhotoDocuments(connection);
    this.#list = new ListedDocuments(connection);
    this.#hooks = new WebhookDocuments(connection);
    this.#journal = new Journal<Change>(connection, { collection: 'journal', apply: (change) => this.#apply(change) });
    this.shared = transientWhileAway(
      new SharedMongoRecords(connection, { instance: this.#instance, jobs: this.#jobs }),
    );
  }

  async commit({ number, observations, ended, calls, reused, photos, events }: Commit): Promise<CommitId | null> {
    const change: Change = {
      kind: 'answers',
      observations,
      ended,
      calls,
      reused,
      photos,
      instance: this.#instance,
      commit: number,
    };
    const id = await this.#journal.write(change, events);
    return events === null ? null : id;
  }

  async known(request: KnownRequest): Promise<KnownAnswer[]> {
    return (await this.#phones.of(request.phones, ['raw'])).flatMap((one) => knownOf(one, request));
  }

  async fresh(phones: string[], sources: Array<{ source: string; freshSince: number }>): Promise<number[][]> {
    const kept = new Map(
      (await this.#phones.of(phones, ['raw', 'fields', 'message'])).map(({ phone, observations }) => [
        phone,
        observations,
      ]),
    );
    const places = phones.map((_phone, index) => index);
    return sources.map(({ source, freshSince }) =>
      places.filter((index) => kept.get(phones[index] ?? '')?.some((one) => isFresh(one, source, freshSince))),
    );
  }

  async observationsOf(phone: string, limit: number): Promise<Array<Omit<Observation, 'trust'>>> {
    const [kept] = await this.#phones.of([phone], []);
    const observations = (kept?.observations ?? []).toSorted((a, b) => a.at - b.at).slice(-limit);
    return observations.map((one) => ({
      ...answerOf(phone, one),
      cached: false,
      ...(one.raw === null ? {} : { raw: JSON.parse(one.raw) as unknown }),
    }));
  }

  async deleteOf(phones: string[]): Promise<void> {
    await this.#phones.delete(phones);
    await this.#submissions.deleteOf(phones);
    await this.#duePhotos.deleteOf(phones);
  }

  countOlder(before: number): Promise<CountOfOld> {
    return this.#phones.countOlder(before);
  }

  removeOlder(before: number, limit: number): Promise<RemovedOld> {
    return this.#phones.removeOlder(before, limit);
  }

  claimNumbers(claim: Claim): Promise<Claimed> {
    return this.#submissions.claim(claim);
  }

  keepSubmission(submission: Submission): Promise<void> {
    return this.#submissions.keep(submission);
  }

  letGo(held: Pick<Claim, 'id' | 'source' | 'phones'>): Promise<void> {
    return this.#submissions.letGo(held);
  }

  forgetSubmissions(before: number): Promise<void> {
    return this.#submissions.forget(before);
  }

  takeDuePhotos(now: number, leaseUntil: number, limit: number): Promise<DuePhotos[]> {
    return this.#duePhotos.take(now, leaseUntil, limit);
  }

  renewDuePhotos(ids: readonly string[], leasedUntil: number, leaseUntil: number): Promise<string[]> {
    return this.#duePhotos.renew(ids, leasedUntil, leaseUntil);
  }

  duePhotoCounts(source: string): Promise<PhotoCounts> {
    return this.#duePhotos.counts(source);
  }

  forgetGivenUpPhotos(before: number): Promise<void> {
    return this.#duePhotos.forget(before);
  }

  statistics(source: string, range: StatisticsRange): Promise<Omit<AskingCounts, 'known' | 'photos'>> {
    return this.#statistics.of(source, range);
  }

  callsOf(period: string): Promise<CallCount[]> {
    return this.#calls.of(period);
  }

  stops(): Promise<KeptStop[]> {
    return this.#standing.stops();
  }

  async setStop(
    source: string,
    stop: Omit<KeptStop, 'source'> | null,
    at: number,
    events: OutgoingEvent[],
  ): Promise<void> {
    const { by, why } = stop ?? { by: null, why: null };
    const change: Change = { kind: 'pause', source, by, why, at, change: newId() };
    await this.#journal.write(change, packed(events));
  }

  toldStates(): Promise<ToldState[]> {
    return this.#standing.toldStates();
  }

  async tellState(told: ToldState, events: OutgoingEvent[]): Promise<void> {
    await this.#journal.write({ kind: 'told', change: newId(), ...told }, packed(events));
  }

  async declareIndexes(): Promise<void> {
    await Promise.all([
      this.#hooks.declareIndexes(),
      this.#submissions.declareIndexes(),
      this.#duePhotos.declareIndexes(),
      this.#statistics.declareIndexes(),
    ]);
  }

  webhooks(): Promise<KeptWebhook[]> {
    return this.#hooks.all();
  }

  async keepWebhook(webhook: KeptWebhook, events: OutgoingEvent[]): Promise<void> {
    await this.#journal.write({ kind: 'webhook', webhook, change: newId() }, packed(events));
  }

  async dropWebhook(id: string, events: OutgoingEvent[]): Promise<void> {
    await this.#journal.write({ kind: 'no-webhook', id }, packed(events));
  }

  queueDeliveries(deliveries: NewDelivery[]): Promise<void> {
    return this.#hooks.queue(deliveries);
  }

  dueDeliveries(webhook: string, now: number, limit: number): Promise<DueDelivery[]> {
    return this.#hooks.due(webhook, now, limit);
  }

  settleDelivery(webhook: string, id: string, settlement: Settlement): Promise<void> {
    return this.#hooks.settle(webhook, id, settlement);
  }

  deliveries(webhook: string, request: DeliveryRequest): Promise<{ deliveries: Delivery[]; total: number }> {
    return this.#hooks.page(webhook, request);
  }

  async countDeliveries(): Promise<DeliveryCounts[]> {
    return this.#hooks.counts((await this.#hooks.all()).map(({ id }) => id));
  }

  async replayDeliveries(
    webhook: string,
    delivery: string | null,
    at: number,
    events: OutgoingEvent[],
  ): Promise<number> {
    const count = await this.#hooks.countDead(webhook, delivery);
    await this.#journal.write({ kind: 'replay', webhook, delivery, at }, packed(events));
    return count;
  }

  forgetDeliveries(deliveredBefore: number, deadBefore: number): Promise<void> {
    return this.#hooks.forget(deliveredBefore, deadBefore);
  }

  eraseDeliveries(phone: string): Promise<number> {
    return this.#hooks.erase(phone);
  }

  noteErased(mark: ErasedMark, forgottenBefore: number): Promise<void> {
    return this.#list.noteErased(mark, forgottenBefore);
  }

  erasedMarks(): Promise<ErasedMark[]> {
    return this.#list.erasedMarks();
  }

  async erase(phone: string): Promise<{ observations: number; submissions: number }> {
    await this.#duePhotos.deleteOf([phone]);
    const [kept] = await this.#phones.of([phone], ['raw', 'fields']);
    await this.#phones.delete([phone]);
    return { observations: kept?.observations.length ?? 0, submissions: await this.#submissions.deleteOf([phone]) };
  }

  /** The engine does so in its own time. */
  async scrub(): Promise<void> {
    await this.check();
  }

  async addListed(added: NewListed, events: OutgoingEvent[]): Promise<number> {
    const known = await this.#list.known(added.entries);
    await this.#journal.write({ kind: 'list', added, change: newId() }, packed(events));
    return added.entries.length - known;
  }

  async removeListed(entry: string, at: number, events: OutgoingEvent[]): Promise<boolean> {
    if ((await this.#list.known([entry])) === 0) return false;
    const change = { kind: 'unlist', entry, at, change: newId() } as const;
    await this.#journal.write(change, packed(events));
    return true;
  }

  listed(request: ListedRequest): Promise<{ entries: ListedNumber[]; total: number }> {
    return this.#list.of(request);
  }

  listedAfter(entry: string, limit: number): Promise<string[]> {
    return this.#list.after(entry, limit);
  }

  countListed(): Promise<number> {
    return this.#list.count();
  }

  listRevision(): Promise<string> {
    return this.#list.revision();
  }

  jobs(): Promise<HeardJob[]> {
    return this.#jobs.all();
  }

  noteJobs(jobs: HeardJob[]): Promise<void> {
    return this.#jobs.note(jobs);
  }

  check(): Promise<void> {
    return checkMongo(this.#connection);
  }

  pendingEvents(limit: number): Promise<Array<{ id: CommitId; events: OutgoingEvent[] }>> {
    return this.#journal.pendingEvents(limit);
  }

  clearEvents(ids: CommitId[]): Promise<void> {
    return this.#journal.clearEvents(ids);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #apply(change: Change): Promise<void> {
    if (change.kind === 'pause' || change.kind === 'told') return this.#standing.apply(change);
    if (change.kind === 'webhook') return this.#hooks.keep(change.webhook, change.change);
    if (change.kind === 'no-webhook') return this.#hooks.drop(change.id);
    if (change.kind === 'replay') return this.#hooks.replay(change.webhook, change.delivery, change.at);
    if (change.kind === 'list') return this.#list.add(change.added, change.change);
    if (change.kind === 'unlist') return this.#list.remove(change.entry, change.at, change.change);
    const { observations, ended = [], calls, reused = [], photos = [], instance, commit } = change;
    await this.#phones.add([...observations, ...photos.flatMap(({ answer }) => answer ?? [])]);
    await this.#duePhotos.step(photos);
    await this.#submissions.end(ended);
    await this.#statistics.count(observations, reused, { instance, commit });
    // The minutes of all instances are kept with what they reserve.
    for (const count of calls.filter(({ day }) => kindOf(day) === 'day'))
      await this.#calls.count(count, instance, commit);
  }
}
