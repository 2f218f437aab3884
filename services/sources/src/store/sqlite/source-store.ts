import {
  column,
  type DatabaseSync,
  openDatabase,
  Outbox,
  scrub,
  type SqlRow,
  transaction,
} from '@numscope/adapters/sqlite';
import { answerStatuses, jobStatuses, sourceStates } from '@numscope/contracts/lists';
import { limits } from '@numscope/contracts/limits';
import type { CountOfOld, Observation, RemovedOld, StatisticsRange } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { countingAnswer } from '../../domain/results/counting-answer.ts';
import { givenOf } from '../../domain/results/as-is-room.ts';
import { givesWayUpTo } from '../../domain/job-runs.ts';
import { kindOf } from '../../domain/limits/periods.ts';
import type { ErasedMark } from '@numscope/platform/erased-numbers';
import type { KeptStop } from '../../domain/health/source-stop.ts';
import { ListedRows } from './listed.ts';
import { asIs, type KeptAsIs, oldestFirst } from '../kept-as-is.ts';
import type { ListedRequest, NewListed } from '../listed-store.port.ts';
import { sourceMigrations } from './source-schema.ts';
import { StatisticRows } from './statistics.ts';
import type { Claim, Claimed, Submission } from '../../connectors/http/submissions.port.ts';
import { SubmissionRows } from './submissions.ts';
import type { DeliveryRequest, KeptWebhook, NewDelivery, Settlement } from '../../webhooks/webhook-store.port.ts';
import { WebhookRows } from './webhooks.ts';
import { readObservation } from './read-observation.ts';
import { DuePhotoRows } from './due-photos.ts';
import type {
  CallCount,
  Commit,
  DeletedPhone,
  HeardJob,
  KnownAnswer,
  KnownRequest,
  NewObservation,
  ToldState,
} from '../source-store.port.ts';

interface SourceStoreOptions {
  path: string;
}

/** Where the answer of a source in a pass is. */
interface AnswerIn {
  place: number;
  run: number;
  status: Observation['status'];
  at: number;
}

/** Of one row of the table `calls`. */
export const callCount = (row: SqlRow): CallCount => ({
  source: column.text(row, 'source'),
  account: column.text(row, 'account'),
  day: column.text(row, 'day'),
  calls: column.number(row, 'calls'),
});
/** Of one row of the table `job`. */
export const heardJob = (row: SqlRow): HeardJob => ({
  id: column.text(row, 'id'),
  run: column.number(row, 'run'),
  status: column.oneOf(row, 'status', jobStatuses),
});

/** Of one row of the table `told_state`. */
export const toldState = (row: SqlRow): ToldState => ({
  source: column.text(row, 'source'),
  state: column.oneOf(row, 'state', sourceStates),
  at: column.number(row, 'at'),
});

/** Of one row of the table `paused`. */
export const keptStopOf = (row: SqlRow): KeptStop => ({
  source: column.text(row, 'source'),
  by: column.text(row, 'by'),
  why: column.textOrNull(row, 'why'),
});

const COLUMNS = 'id, phone, source, account, at, observed_at, status, message, fields, raw, job, pass, run, cost';
const answered = `status <> '${'FAILED' satisfies Observation['status']}'`;

function statements(db: DatabaseSync) {
  return {
    insert: db.prepare(`INSERT INTO observation (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    any: db.prepare('SELECT 1 FROM observation WHERE phone = ? LIMIT 1'),
    ofPass: db.prepare(
      'SELECT rowid AS place, run, status, at FROM observation WHERE phone = ? AND source = ? AND job = ? AND pass = ? ORDER BY at DESC, rowid DESC LIMIT 1',
    ),
    newest: db.prepare(
      `SELECT rowid AS place FROM observation WHERE phone = ? AND source = ? AND at >= ? AND ${answered} ORDER BY at DESC, rowid DESC LIMIT 1`,
    ),
    newestFound: db.prepare(
      `SELECT rowid AS place FROM observation WHERE phone = ? AND source = ? AND status = '${'FOUND' satisfies Observation['status']}' ORDER BY at DESC, rowid DESC LIMIT 1`,
    ),
    one: db.prepare(
      'SELECT id, phone, source, account, at, observed_at, status, message, fields FROM observation WHERE rowid = ?',
    ),
    isFresh: db.prepare(`SELECT 1 FROM observation WHERE phone = ? AND source = ? AND at >= ? AND ${answered} LIMIT 1`),
    sizes: db.prepare(
      `SELECT rowid AS place, coalesce(octet_length(fields), 0) AS fields, octet_length(raw) AS raw
       FROM observation WHERE phone = ? ORDER BY at DESC, rowid DESC LIMIT ?`,
    ),
    count: db.prepare('SELECT count(*) AS n FROM observation WHERE phone = ?'),
    raw: db.prepare('SELECT raw FROM observation WHERE rowid = ?'),
    delete: db.prepare('DELETE FROM observation WHERE phone = ? AND at <= ?'),
    countOlder: db.prepare(
      `SELECT count(*) AS n FROM (SELECT 1 FROM observation WHERE at < ? LIMIT ${limits.exactSearchHits + 1})`,
    ),
    removeOlder: db.prepare(
      'DELETE FROM observation WHERE rowid IN (SELECT rowid FROM observation WHERE at < ? ORDER BY at LIMIT ?)',
    ),
    addCalls: db.prepare(
      `INSERT INTO calls (source, account, day, calls) VALUES (?, ?, ?, ?)
       ON CONFLICT (source, account, day) DO UPDATE SET calls = calls + excluded.calls`,
    ),
    dropMinutes: db.prepare('DELETE FROM calls WHERE source = ? AND account = ? AND length(day) = 16 AND day < ?'),
    calls: db.prepare('SELECT source, account, day, calls FROM calls WHERE day = ?'),
    callsOfMonth: db.prepare(
      `SELECT source, account, substr(day, 1, 7) AS day, SUM(calls) AS calls FROM calls
       WHERE length(day) = 10 AND substr(day, 1, 7) = ? GROUP BY source, account`,
    ),
    paused: db.prepare('SELECT source, by, why FROM paused'),
    pause: db.prepare(
      `INSERT INTO paused (source, by, at, why) VALUES (?, ?, ?, ?)
       ON CONFLICT (source) DO UPDATE SET by = excluded.by, at = excluded.at, why = excluded.why`,
    ),
    resume: db.prepare('DELETE FROM paused WHERE source = ?'),
    jobs: db.prepare('SELECT id, run, status FROM job'),
    noteJob: db.prepare(
      `INSERT INTO job (id, run, status) VALUES (?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET run = excluded.run, status = excluded.status WHERE run <= ?`,
    ),
  };
}

/** Runs in the store's worker thread. */
export function open(options: SourceStoreOptions) {
  const db = openDatabase({ path: options.path, migrations: sourceMigrations });
  const sql = statements(db);
  const outbox = new Outbox(db);
  const statistics = new StatisticRows(db);
  const submissions = new SubmissionRows(db);
  const duePhotos = new DuePhotoRows(db);
  const list = new ListedRows(db);
  const hooks = new WebhookRows(db, outbox);

  const insert = (o: NewObservation): void =>
    void sql.insert.run(
      o.id,
      o.phone,
      o.source,
      o.account,
      o.at,
      o.observedAt,
      o.status,
      o.message,
      o.fields,
      o.raw,
      o.job,
      o.pass,
      o.run,
      o.cost,
    );
  const answerIn = (phone: string, source: string, job: number, pass: number): AnswerIn | null => {
    const row = sql.ofPass.get(phone, source, job, pass);
    return row
      ? {
          place: column.number(row, 'place'),
          run: column.number(row, 'run'),
          status: column.oneOf(row, 'status', answerStatuses),
          at: column.number(row, 'at'),
        }
      : null;
  };
  const knownOf = (
    phone: string,
    { source, freshSince }: KnownRequest['sources'][number],
    request: KnownRequest,
  ): KnownAnswer | null => {
    const own = answerIn(phone, source, request.job, request.pass);
    const merged = request.merged.flatMap(({ number, pass }) => answerIn(phone, source, number, pass) ?? []);
    const ofPass = countingAnswer(own, merged);
    const fresh = ofPass || freshSince === null ? undefined : sql.newest.get(phone, source, freshSince);
    const place = ofPass?.place ?? (fresh && column.number(fresh, 'place'));
    if (place === undefined) return null;
    return {
      observation: readObservation(sql.one.get(place) ?? {}),
      samePass: ofPass !== null,
      sameRun: ofPass !== null && ofPass === own && own.run === request.run,
    };
  };

  return {
    commit({ observations, ended, calls, reused, lost, photos, events }: Commit): number | null {
      return transaction(db, () => {
        // In order of the index: rows that come at random cost several times more.
        for (const one of observations.sort((a, b) => (a.phone < b.phone ? -1 : 1))) insert(one);
        for (const step of photos) {
          if (step.answer) insert(step.answer);
          duePhotos.step(step);
        }
        statistics.count({ observations, reused, lost });
        submissions.end(ended);
        for (const { source, account, day, calls: made } of calls) {
          if (kindOf(day) === 'minute') sql.dropMinutes.run(source, account, day);
          sql.addCalls.run(source, account, day, made);
        }
        return events === null ? null : outbox.appendPacked(events);
      });
    },
    known: (request: KnownRequest): KnownAnswer[] =>
      request.phones
        .filter((phone) => sql.any.get(phone) !== undefined)
        .flatMap((phone) =>
          request.sources.map((source) => knownOf(phone, source, request)).filter((answer) => answer !== null),
        ),
    fresh: (phones: string[], sources: Array<{ source: string; freshSince: number }>): number[][] => {
      const places = phones
        .map((_phone, index) => index)
        .filter((index) => sql.any.get(phones[index] ?? '') !== undefined);
      return sources.map(({ source, freshSince }) =>
        places.filter((index) => sql.isFresh.get(phones[index] ?? '', source, freshSince) !== undefined),
      );
    },
    observationsOf(phone: string, limit: number, rawBytes: number): KeptAsIs[] {
      const sizes = sql.sizes.all(phone, limit).map((row) => ({
        place: column.number(row, 'place'),
        fields: column.number(row, 'fields'),
        raw: column.numberOrNull(row, 'raw'),
      }));
      const given = givenOf(sizes, rawBytes);
      const newestFirst = given.map(({ rawLeftOut }, index): KeptAsIs => {
        const place = sizes[index]?.place ?? 0;
        const raw = rawLeftOut === null ? column.textOrNull(sql.raw.get(place) ?? {}, 'raw') : null;
        return asIs(readObservation(sql.one.get(place) ?? {}), raw, rawLeftOut);
      });
      return oldestFirst(newestFirst, column.number(sql.count.get(phone) ?? {}, 'n') - given.length);
    },
    newestFound(phone: string, source: string) {
      const found = sql.newestFound.get(phone, source);
      return found ? readObservation(sql.one.get(column.number(found, 'place')) ?? {}) : null;
    },
    deleteOf: (deleted: DeletedPhone[]): void =>
      transaction(db, () => {
        for (const one of deleted) {
          sql.delete.run(one.phone, one.until);
          submissions.deleteOf(one);
          duePhotos.deleteOf(one);
        }
      }),
    countOlder(before: number): CountOfOld {
      const found = column.number(sql.countOlder.get(before) ?? {}, 'n');
      return { count: Math.min(found, limits.exactSearchHits), atLeast: found > limits.exactSearchHits };
    },
    removeOlder: (before: number, limit: number): RemovedOld =>
      transaction(db, () => {
        const removed = Number(sql.removeOlder.run(before, limit).changes);
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
    callsOf: (period: string): CallCount[] =>
      (kindOf(period) === 'month' ? sql.callsOfMonth : sql.calls).all(period).map(callCount),
    stops: (): KeptStop[] => sql.paused.all().map(keptStopOf),
    setStop(source: string, stop: Omit<KeptStop, 'source'> | null, at: number, events: OutgoingEvent[]): void {
      transaction(db, () => {
        if (stop === null) sql.resume.run(source);
        else sql.pause.run(source, stop.by, at, stop.why);
        outbox.append(events);
      });
    },
    toldStates: (): ToldState[] => db.prepare('SELECT source, state, at FROM told_state').all().map(toldState),
    tellState({ source, state, at }: ToldState, events: OutgoingEvent[]): void {
      transaction(db, () => {
        db.prepare(
          `INSERT INTO told_state (source, state, at) VALUES (?, ?, ?)
           ON CONFLICT (source) DO UPDATE SET state = excluded.state, at = excluded.at`,
        ).run(source, state, at);
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
    jobs: (): HeardJob[] => sql.jobs.all().map(heardJob),
    noteJobs: (jobs: HeardJob[]): void =>
      transaction(db, () => jobs.forEach((job) => sql.noteJob.run(job.id, job.run, job.status, givesWayUpTo(job)))),
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
          observations: Number(sql.delete.run(phone, all.until).changes),
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
