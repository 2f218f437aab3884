import type { Lease } from '@numscope/adapters/mongo';
import { type Logger, reasonOf } from '@numscope/platform';
import type { Collections } from './documents.ts';
import type { Placing } from './placing.ts';

const LOOK_MS = 1000;

/** Finds what other instances leave to the leader: phones to be joined or removed, and what a leader that died did not count. */
export class Errands {
  readonly #collections: Collections;
  readonly #lease: Pick<Lease, 'isHeld'>;
  readonly #placing: Placing;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #listener: () => void = () => undefined;
  #looking: Promise<void> | undefined;
  #isNew = false;

  constructor(collections: Collections, lease: Pick<Lease, 'isHeld'>, placing: Placing, log: Logger) {
    this.#collections = collections;
    this.#lease = lease;
    this.#placing = placing;
    this.#log = log;
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** `listener` is told when there is something to be done. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }

  /** Whether this process leads, and has counted what the one before it left: phones brought on before that would come twice. */
  get isReady(): boolean {
    return this.#lease.isHeld && !this.#isNew;
  }

  /** This process leads from now on. */
  lead(): void {
    this.#isNew = true;
    this.#look();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  #look(): void {
    if (!this.#lease.isHeld) return;
    this.#looking ??= this.#find()
      .catch((error: unknown) =>
        this.#log.warn({ reason: reasonOf(error) }, 'what other instances left is looked for again'),
      )
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #find(): Promise<void> {
    if (this.#isNew) {
      await this.#recount();
      this.#isNew = false;
      this.#listener();
    } else if (await this.#isSomethingLeft()) this.#listener();
  }

  async #recount(): Promise<void> {
    const { jobs } = this.#collections;
    const atWork = await jobs.find({ $or: [{ status: 'IN_PROGRESS' }, { 'joins.id': { $exists: true } }] }).toArray();
    for (const job of atWork) await this.#placing.recount(job);
  }

  async #isSomethingLeft(): Promise<boolean> {
    const { jobs, uploads } = this.#collections;
    const [job, upload] = await Promise.all([
      jobs.findOne(
        { $or: [{ 'joins.id': { $exists: true } }, { status: 'DELETED', holds: true }] },
        { projection: { _id: 1 } },
      ),
      uploads.findOne(
        { $or: [{ state: { $in: ['REFUSED', 'DROPPED'] } }, { until: { $lt: Date.now() } }] },
        { projection: { _id: 1 } },
      ),
    ]);
    return job !== null || upload !== null;
  }
}
