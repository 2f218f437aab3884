import { type Collection, COMPANY_MS, type Connection, isDuplicateKey } from '@numscope/adapters/mongo';
import { PeriodQuota } from '../../domain/limits/period-quota.ts';
import { dayOf, minuteOf } from '../../domain/limits/periods.ts';
import type { Granted } from '../../domain/limits/shared-quota.ts';
import type { HeardJobs } from './heard-jobs.ts';
import type { Instance, InstanceNote, Reservation, SharedRecords, SourcePause } from '../shared-records.port.ts';
import type { HeardJob } from '../../domain/job-runs.ts';

type InstanceDocument = Omit<Instance, 'id'> & { _id: string };

type Counts = Array<{ account: string; calls: number }>;

/** What is reserved of one source on one day, by account: `<day> <source>`. */
export interface ReservedDocument {
  _id: string;
  accounts: Counts;
  /**
   * Those of the minutes in which calls were reserved last, the latest to change first: instances whose clocks differ, or
   * whose reservation took a while, reserve of more than one.
   */
  minutes?: Array<{ name: string; accounts: Counts }>;
  revision: number;
}

interface TurnDocument {
  _id: string;
  holder: string | null;
}

/** Who paused a source last; null after it was resumed. */
export interface PauseDocument {
  _id: string;
  by: string | null;
  /** As `KeptStop` has it; absent: a version before wrote it. */
  why?: string | null;
  at: number;
  change: string;
}

/** Minutes whose reservations are kept: no others are reserved from at the same time, unless clocks are minutes apart. */
const KEPT_MINUTES = 5;

export const reservedId = (day: string, source: string): string => `${day} ${source}`;

export class SharedMongoRecords implements SharedRecords {
  readonly instance: string;
  /** By the monotonic clock. An instance that has just started takes it that there are others. */
  #companyUntil = performance.now() + COMPANY_MS;
  readonly #instances: Collection<InstanceDocument>;
  readonly #reserved: Collection<ReservedDocument>;
  readonly #turns: Collection<TurnDocument>;
  readonly #paused: Collection<PauseDocument>;
  readonly #jobs: HeardJobs;

  constructor(connection: Connection, { instance, jobs }: { instance: string; jobs: HeardJobs }) {
    this.instance = instance;
    this.#instances = connection.collection<InstanceDocument>('instances');
    this.#reserved = connection.collection<ReservedDocument>('reserved');
    this.#turns = connection.collection<TurnDocument>('turns');
    this.#paused = connection.collection<PauseDocument>('paused');
    this.#jobs = jobs;
  }

  async beat({ works, figures }: InstanceNote): Promise<Instance[]> {
    await this.#instances.updateOne(
      { _id: this.instance },
      { $inc: { beats: 1 }, $set: { works, figures } },
      { upsert: true },
    );
    const instances = await this.#instances.find().toArray();
    if (instances.some(({ _id }) => _id !== this.instance)) this.#companyUntil = performance.now() + COMPANY_MS;
    return instances.map(({ _id, ...instance }) => ({ id: _id, ...instance }));
  }

  /** Whether there has been no other instance for so long that what one left behind has been found. */
  get isAlone(): boolean {
    return performance.now() > this.#companyUntil;
  }

  async leave(): Promise<void> {
    await this.#turns.updateMany({ holder: this.instance }, { $set: { holder: null } });
    await this.#instances.deleteOne({ _id: this.instance });
  }

  async expel({ id, beats }: Instance): Promise<void> {
    await this.#instances.deleteOne({ _id: id, beats });
  }

  async pauses(): Promise<SourcePause[]> {
    return (await this.#paused.find().toArray()).map(({ _id, by, why = null, change }) => ({
      source: _id,
      stop: by === null ? null : { by, why },
      change,
    }));
  }

  heardOf(jobs: string[]): Promise<HeardJob[]> {
    return this.#jobs.of(jobs);
  }

  noteRun(job: string, run: number): Promise<void> {
    return this.#jobs.atLeast(job, run);
  }

  async reserve({ source, now, accounts, limits, calls, only }: Reservation): Promise<Granted> {
    const day = dayOf(now);
    const isMonthly = [limits, ...accounts].some(({ perMonth = 0 }) => perMonth > 0);
    const before = isMonthly ? await this.#daysBefore(day, source) : [];
    for (;;) {
      const known = await this.#reservedOf(day, source);
      const quota = new PeriodQuota(accounts, limits);
      for (const one of known.accounts) quota.restore(one.account, day, one.calls, now);
      for (const one of sumOf([...before, ...known.accounts]))
        quota.restore(one.account, day.slice(0, 7), one.calls, now);
      for (const one of inMinute(known, minuteOf(now))) quota.restore(one.account, minuteOf(now), one.calls, now);
      const left = quota.left(now) ?? Number.MAX_SAFE_INTEGER;
      const best = quota.best(now, only);
      // Nothing of this account: others may have some.
      if (best === null) return { account: null, calls: 0, left, resumesAt: quota.resumesAt(now) };
      const granted = Math.min(calls, best.left);
      for (let call = 0; call < granted; call++) quota.count(best.name, now);
      if (await this.#change(known, best.name, granted, minuteOf(now)))
        return { account: best.name, calls: granted, left: left - granted, resumesAt: quota.resumesAt(now) };
    }
  }

  async giveBack(source: string, reservedAt: number, account: string, calls: number): Promise<void> {
    const day = dayOf(reservedAt);
    while (!(await this.#change(await this.#reservedOf(day, source), account, -calls, minuteOf(reservedAt))));
  }

  takeTurn(source: string, living: string[]): Promise<boolean> {
    const others = living.filter((id) => id !== this.instance);
    return isFirst(
      this.#turns.updateOne(
        { _id: source, holder: { $nin: others } },
        { $set: { holder: this.instance } },
        { upsert: true },
      ),
    );
  }

  async endTurn(source: string): Promise<void> {
    await this.#turns.updateOne({ _id: source, holder: this.instance }, { $set: { holder: null } });
  }

  async #reservedOf(day: string, source: string): Promise<ReservedDocument> {
    const _id = reservedId(day, source);
    return (await this.#reserved.findOne({ _id })) ?? { _id, accounts: [], revision: 0 };
  }

  /** What was reserved on the days of the month before this one. */
  async #daysBefore(day: string, source: string): Promise<Counts> {
    const days = Array.from({ length: Number(day.slice(8)) - 1 }, (_none, index) =>
      reservedId(`${day.slice(0, 8)}${String(index + 1).padStart(2, '0')}`, source),
    );
    return (await this.#reserved.find({ _id: { $in: days } }).toArray()).flatMap(({ accounts }) => accounts);
  }

  /** Whether nobody else changed it since it was read; else it is to be read again. */
  #change(reserved: ReservedDocument, account: string, by: number, name: string): Promise<boolean> {
    const { _id, accounts, minutes = [], revision } = reserved;
    const minute = { name, accounts: changedBy(inMinute(reserved, name), account, by) };
    const changed = {
      accounts: changedBy(accounts, account, by),
      minutes: [minute, ...minutes.filter((one) => one.name !== name)].slice(0, KEPT_MINUTES),
    };
    return isFirst(
      this.#reserved.updateOne(
        { _id, revision },
        { $set: { ...changed, revision: revision + 1 } },
        { upsert: revision === 0 },
      ),
    );
  }
}

/** Whether an update found its document, or made it before anybody else did. */
async function isFirst(update: ReturnType<Collection['updateOne']>): Promise<boolean> {
  try {
    const { matchedCount, upsertedCount } = await update;
    return matchedCount + upsertedCount > 0;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

const inMinute = ({ minutes = [] }: ReservedDocument, name: string): Counts =>
  minutes.find((minute) => minute.name === name)?.accounts ?? [];

const changedBy = (counts: Counts, account: string, by: number): Counts => [
  ...counts.filter((one) => one.account !== account),
  { account, calls: Math.max(0, (counts.find((one) => one.account === account)?.calls ?? 0) + by) },
];

function sumOf(counts: Counts): Counts {
  const sums = new Map<string, number>();
  for (const { account, calls } of counts) sums.set(account, (sums.get(account) ?? 0) + calls);
  return [...sums].map(([account, calls]) => ({ account, calls }));
}
