import { type Collection, type Connection, isDuplicateKey } from '@numscope/adapters/mongo';
import { DayQuota } from '../domain/day-quota.ts';
import type { HeardJobs } from './heard-jobs.mongo.ts';
import type {
  Instance,
  InstanceNote,
  Reservation,
  Reserved,
  SharedRecords,
  SourcePause,
} from './shared-records.port.ts';
import type { HeardJob } from './source-store.port.ts';

type InstanceDocument = Omit<Instance, 'id'> & { _id: string };

/** What is reserved of one source on one day, by account: `<day> <source>`. */
export interface ReservedDocument {
  _id: string;
  accounts: Array<{ account: string; calls: number }>;
  revision: number;
}

interface TurnDocument {
  _id: string;
  holder: string | null;
}

/** Of one source: who paused it last, or null after it was resumed. */
export interface PauseDocument {
  _id: string;
  by: string | null;
  at: number;
  change: string;
}

export const reservedId = (day: string, source: string): string => `${day} ${source}`;

export class SharedMongoRecords implements SharedRecords {
  readonly instance: string;
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
    return (await this.#instances.find().toArray()).map(({ _id, ...instance }) => ({ id: _id, ...instance }));
  }

  async leave(): Promise<void> {
    await this.#turns.updateMany({ holder: this.instance }, { $set: { holder: null } });
    await this.#instances.deleteOne({ _id: this.instance });
  }

  async expel({ id, beats }: Instance): Promise<void> {
    await this.#instances.deleteOne({ _id: id, beats });
  }

  async pauses(): Promise<SourcePause[]> {
    return (await this.#paused.find().toArray()).map(({ _id, by, change }) => ({ source: _id, by, change }));
  }

  heardOf(jobs: string[]): Promise<HeardJob[]> {
    return this.#jobs.of(jobs);
  }

  noteRun(job: string, run: number): Promise<void> {
    return this.#jobs.atLeast(job, run);
  }

  async reserve({ source, day, accounts, perDay, calls }: Reservation): Promise<Reserved> {
    const now = Date.parse(day);
    for (;;) {
      const known = await this.#reservedOf(day, source);
      const quota = new DayQuota(accounts, perDay);
      for (const one of known.accounts) quota.restore(one.account, day, one.calls, now);
      const left = quota.left(now) ?? Number.MAX_SAFE_INTEGER;
      const best = quota.best(now);
      if (best === null) return { account: null, calls: 0, left: 0 };
      const granted = Math.min(calls, best.left);
      if (await this.#change(known, best.name, granted))
        return { account: best.name, calls: granted, left: left - granted };
    }
  }

  async giveBack(source: string, day: string, account: string, calls: number): Promise<void> {
    while (!(await this.#change(await this.#reservedOf(day, source), account, -calls)));
  }

  async takeTurn(source: string, living: string[]): Promise<boolean> {
    const others = living.filter((id) => id !== this.instance);
    try {
      const { matchedCount, upsertedCount } = await this.#turns.updateOne(
        { _id: source, holder: { $nin: others } },
        { $set: { holder: this.instance } },
        { upsert: true },
      );
      return matchedCount + upsertedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async endTurn(source: string): Promise<void> {
    await this.#turns.updateOne({ _id: source, holder: this.instance }, { $set: { holder: null } });
  }

  async #reservedOf(day: string, source: string): Promise<ReservedDocument> {
    const _id = reservedId(day, source);
    return (await this.#reserved.findOne({ _id })) ?? { _id, accounts: [], revision: 0 };
  }

  /** Whether nobody else changed it since it was read; else it is to be read again. */
  async #change({ _id, accounts, revision }: ReservedDocument, account: string, by: number): Promise<boolean> {
    const before = accounts.find((one) => one.account === account)?.calls ?? 0;
    const changed = [
      ...accounts.filter((one) => one.account !== account),
      { account, calls: Math.max(0, before + by) },
    ];
    try {
      const { matchedCount, upsertedCount } = await this.#reserved.updateOne(
        { _id, revision },
        { $set: { accounts: changed, revision: revision + 1 } },
        { upsert: revision === 0 },
      );
      return matchedCount + upsertedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
