import type { Lease } from '@numscope/adapters/mongo';
import { type Logger, RareLooks, reasonOf } from '@numscope/platform';
import { type Collections, waitsForPhones } from './documents.ts';
import type { Jobs } from './jobs.ts';

const LOOK_MS = 1000;
/** How often the counts of jobs are kept that do not run any more. */
const COUNT_MS = 15_000;

/** Finds what other instances leave to the leader: phones to be joined or removed, and counts to be kept. */
export class LeaderTasks {
  readonly #collections: Collections;
  readonly #jobs: Jobs;
  readonly #lease: Pick<Lease, 'isHeld' | 'isAlone'>;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #listener: () => void = () => undefined;
  #looking: Promise<void> | undefined;
  readonly #rareLooks: RareLooks;
  #countedAt = 0;

  constructor(collections: Collections, jobs: Jobs, lease: Pick<Lease, 'isHeld' | 'isAlone'>, log: Logger) {
    this.#collections = collections;
    this.#jobs = jobs;
    this.#lease = lease;
    this.#log = log;
    this.#rareLooks = new RareLooks(() => lease.isAlone);
    this.#timer = setInterval(() => {
      if (this.#rareLooks.isDue()) this.look();
    }, LOOK_MS).unref();
  }

  /** `listener` is told when there is something to be done. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }

  look(): void {
    if (!this.#lease.isHeld) return;
    this.#looking ??= this.#find()
      .catch((error: unknown) =>
        this.#log.warn({ reason: reasonOf(error) }, 'what other instances left is looked for again'),
      )
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #find(): Promise<void> {
    if (await this.#isSomethingLeft()) this.#listener();
    if (Date.now() - this.#countedAt < COUNT_MS) return;
    this.#countedAt = Date.now();
    const changing = await this.#collections.jobs.find({ counted: false }, { projection: { key: 1 } }).toArray();
    for (const { key } of changing) await this.#jobs.keepCounts(key);
  }

  async #isSomethingLeft(): Promise<boolean> {
    const { jobs, uploads } = this.#collections;
    const [job, upload] = await Promise.all([
      jobs.findOne({ $or: [waitsForPhones, { status: 'DELETED', holds: true }] }, { projection: { _id: 1 } }),
      uploads.findOne(
        { $or: [{ state: { $in: ['REFUSED', 'DROPPED'] } }, { until: { $lt: Date.now() } }] },
        { projection: { _id: 1 } },
      ),
    ]);
    return job !== null || upload !== null;
  }
}
