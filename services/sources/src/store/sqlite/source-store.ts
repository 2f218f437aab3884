import { column, openDatabase, Outbox, scrub, transaction } from '@numscope/adapters/sqlite';
import type { CountOfOld, RemovedOld, StatisticsRange } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { ErasedMark } from '@numscope/platform/erased-numbers';
import type { Claim, Claimed, Submission } from '../../connectors/http/submissions.port.ts';
import type { KeptStop } from '../../domain/health/source-stop.ts';
import type { DeliveryRequest, KeptWebhook, NewDelivery, Settlement } from '../../webhooks/webhook-store.port.ts';
import type { KeptAsIs } from '../kept-as-is.ts';
import type { ListedRequest, NewListed } from '../listed-store.port.ts';
import type {
  CallCount,
  Commit,
  DeletedPhone,
  HeardJob,
  KnownAnswer,
  KnownRequest,
  ToldState,
} from '../source-store.port.ts';
import { DuePhotoRows } from './due-photos.ts';
import { ListedRows } from './listed.ts';
import { ObservationRows } from './observations.ts';
import { sourceMigrations } from './source-schema.ts';
import { StandingRows } from './standing.ts';
import { StatisticRows } from './statistics.ts';
import { SubmissionRows } from './submissions.ts';
import { WebhookRows } from './webhooks.ts';

interface SourceStoreOptions {
  path: string;
}

/** Runs in the store's worker thread. */
export function open(options: SourceStoreOptions) {
  const db = openDatabase({ path: options.path, migrations: sourceMigrations });
  const outbox = new Outbox(db);
  const observed = new ObservationRows(db);
  const standing = new StandingRows(db);
  const statistics = new StatisticRows(db);
  const submissions = new SubmissionRows(db);
  const duePhotos = new DuePhotoRows(db);
  const list = new ListedRows(db);
  const hooks = new WebhookRows(db, outbox);

  return {
    commit({ observations, ended, calls, reused, lost, photos, events }: Commit): number | null {
      return transaction(db, () => {
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
      });
    },
    known: (request: KnownRequest): KnownAnswer[] => observed.known(request),
    fresh: (phones: string[], sources: Array<{ source: string; freshSince: number }>): number[][] =>
      observed.fresh(phones, sources),
    observationsOf: (phone: string, limit: number, rawBytes: number): KeptAsIs[] =>
      observed.ofPhone(phone, limit, rawBytes),
    newestFound: (phone: string, source: string): KnownAnswer['observation'] | null =>
      observed.newestFound(phone, source),
    deleteOf: (deleted: DeletedPhone[]): void =>
      transaction(db, () => {
        for (const one of deleted) {
          observed.deleteOf(one.phone, one.until);
          submissions.deleteOf(one);
          duePhotos.deleteOf(one);
        }
      }),
    countOlder: (before: number): CountOfOld => observed.countOlder(before),
    removeOlder: (before: number, limit: number): RemovedOld =>
      transaction(db, () => {
        const removed = observed.removeOlder(before, limit);
        return { removed, more: removed === limit };
      }),
    claimNumbers: (claim: Claim): Claimed => submissions.claim(claim),
    keepSubmission: (submission: Submission): void => transaction(db, () => submissions.keep(submission)),
    letGo: (held: Pick<Claim, 'id' | 'source' | 'phones'>): void => submissions.letGo(held),
    forgetSubmissions: (before: number): void => submissions.forget(before),
    takeDuePhotos: (now: number, leaseUntil: number, limit: number) =>
      transaction(db, () => duePhotos.take(now, leaseUntil, limit)),
    renewDuePhotos: (ids: readonly string[], leasedUntil: number, leaseUntil: number) =>
      duePhotos.renew(ids, leasedUntil, leaseUntil),
    duePhotoCounts: (source: string) => duePhotos.counts(source),
    forgetGivenUpPhotos: (before: number): void => duePhotos.forget(before),
    statistics: (source: string, range: StatisticsRange) => statistics.of(source, range),
    callsOf: (period: string): CallCount[] => standing.callsOf(period),
    stops: (): KeptStop[] => standing.stops(),
    setStop(source: string, stop: Omit<KeptStop, 'source'> | null, at: number, events: OutgoingEvent[]): void {
      transaction(db, () => {
        standing.setStop(source, stop, at);
        outbox.append(events);
      });
    },
    toldStates: (): ToldState[] => standing.toldStates(),
    tellState(told: ToldState, events: OutgoingEvent[]): void {
      transaction(db, () => {
        standing.tellState(told);
        outbox.append(events);
      });
    },
    webhookRecords: (): string[] => hooks.records(),
    keepWebhook: (webhook: KeptWebhook, events: OutgoingEvent[]): void => hooks.keep(webhook, events),
    changeWebhook: (webhook: KeptWebhook, events: OutgoingEvent[]): boolean => hooks.change(webhook, events),
    dropWebhook: (id: string, events: OutgoingEvent[]): void => hooks.drop(id, events),
    queueDeliveries: (deliveries: NewDelivery[]): void => hooks.queue(deliveries),
    dueDeliveries: (webhook: string, now: number, limit: number) => hooks.due(webhook, now, limit),
    settleDelivery: (webhook: string, id: string, settlement: Settlement): void =>
      hooks.settle(webhook, id, settlement),
    deliveries: (webhook: string, request: DeliveryRequest) => hooks.page(webhook, request),
    countDeliveries: () => hooks.counts(),
    replayDeliveries: (webhook: string, delivery: string | null, at: number, events: OutgoingEvent[]) =>
      hooks.replay(webhook, delivery, at, events),
    forgetDeliveries: (deliveredBefore: number, deadBefore: number): void => hooks.forget(deliveredBefore, deadBefore),
    eraseDeliveries: (phone: string): number => hooks.erase(phone),
    jobs: (): HeardJob[] => standing.jobs(),
    noteJobs: (jobs: HeardJob[]): void => transaction(db, () => jobs.forEach((job) => standing.noteJob(job))),
    noteErased: (mark: ErasedMark, forgottenBefore: number): void =>
      transaction(db, () => {
        db.prepare('DELETE FROM erased WHERE at < ?').run(forgottenBefore);
        db.prepare(
          'INSERT INTO erased (digest, at) VALUES (?, ?) ON CONFLICT (digest) DO UPDATE SET at = excluded.at',
        ).run(mark.digest, mark.at);
      }),
    erasedMarks: (): ErasedMark[] =>
      db
        .prepare('SELECT digest, at FROM erased')
        .all()
        .map((row) => ({ digest: column.text(row, 'digest'), at: column.number(row, 'at') })),
    erase: (phone: string): { observations: number; submissions: number } =>
      transaction(db, () => {
        const all = { phone, until: Number.MAX_SAFE_INTEGER };
        duePhotos.deleteOf(all);
        return {
          observations: observed.deleteOf(phone, all.until),
          submissions: submissions.deleteOf(all),
        };
      }),
    scrub: (): void => scrub(db),
    addListed: (added: NewListed, events: OutgoingEvent[]): number =>
      transaction(db, () => {
        const count = list.add(added);
        outbox.append(events);
        return count;
      }),
    removeListed: (entry: string, _at: number, events: OutgoingEvent[]): boolean =>
      transaction(db, () => {
        if (!list.has(entry)) return false;
        list.remove(entry);
        outbox.append(events);
        return true;
      }),
    listed: (request: ListedRequest) => list.of(request),
    listedAfter: (entry: string, limit: number) => list.after(entry, limit),
    countListed: () => list.count(),
    listRevision: () => list.revision(),
    check: (): void => void db.prepare('SELECT 1').get(),
    hasUnpublished: (keys: readonly string[]): boolean => outbox.holdsAny(keys),
    pendingEvents: (limit: number) => outbox.pendingEvents(limit),
    clearEvents: (ids: number[]): void => outbox.clearEvents(ids),
    close: (): void => db.close(),
  };
}
