import { ApiError, calls, type Job, limits } from '@numscope/contracts';
import { type Logger, reasonOf, type ServiceClient } from '@numscope/platform';
import pLimit from 'p-limit';
import type { ClientSockets } from './client-sockets.ts';

const RUNNING_SHOWN = 100;

/**
 * Tells administrators how jobs are: at once when a job changed, and of running ones their progress. Everything is
 * asked of jobs one after the other, so that an older state never overtakes a newer one.
 */
export class JobFeed {
  readonly #client: ServiceClient;
  readonly #sockets: ClientSockets;
  readonly #log: Logger;
  readonly #changed = new Set<string>();
  readonly #shown = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;
  readonly #oneAtATime = pLimit(1);
  #flushPlanned = false;
  #pollPlanned = false;

  constructor(client: ServiceClient, sockets: ClientSockets, log: Logger) {
    this.#client = client;
    this.#sockets = sockets;
    this.#log = log;
    this.#timer = setInterval(() => this.#planPoll(), limits.progressEveryMs).unref();
  }

  /** The job with this id is new or changed its status. */
  changed(id: string): void {
    if (!this.#sockets.isHeard('job.updated')) return;
    this.#changed.add(id);
    if (this.#flushPlanned) return;
    this.#flushPlanned = true;
    this.#then(() => this.#flush());
  }

  deleted(number: number): void {
    void this.#sockets.send({ type: 'job.deleted', at: Date.now(), data: { number } });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#oneAtATime(async () => undefined);
  }

  #then(step: () => Promise<void>): void {
    void this.#oneAtATime(step).catch((error: unknown) => {
      this.#log.warn({ reason: reasonOf(error) }, 'the open websockets could not be told about jobs');
    });
  }

  async #flush(): Promise<void> {
    this.#flushPlanned = false;
    const ids = [...this.#changed];
    this.#changed.clear();
    for (const id of ids) {
      const job = await this.#find(id);
      if (job) await this.#tell('job.updated', job);
    }
  }

  async #find(id: string): Promise<Job | null> {
    try {
      return await this.#client.call(calls.getJob, { params: { number: id } });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return null; // deleted meanwhile
      throw error;
    }
  }

  #planPoll(): void {
    if (this.#pollPlanned) return;
    if (!this.#sockets.isHeard('job.progress')) return this.#shown.clear();
    this.#pollPlanned = true;
    this.#then(async () => {
      this.#pollPlanned = false;
      await this.#poll();
    });
  }

  async #poll(): Promise<void> {
    const running = await this.#client.call(calls.searchJobs, {
      body: { status: ['IN_PROGRESS'], size: RUNNING_SHOWN },
    });
    for (const job of running.content) {
      const before = this.#shown.get(job.id);
      if (before === undefined) this.#shown.set(job.id, JSON.stringify(job));
      else if (before !== JSON.stringify(job)) await this.#tell('job.progress', job);
    }
    const still = new Set(running.content.map((job) => job.id));
    for (const id of this.#shown.keys()) if (!still.has(id)) this.#shown.delete(id);
  }

  async #tell(type: 'job.updated' | 'job.progress', job: Job): Promise<void> {
    this.#shown.set(job.id, JSON.stringify(job));
    await this.#sockets.send({ type, at: Date.now(), data: job });
  }
}
