import { ApiError, calls, type Job, type JobFilter, limits, type Page } from '@numscope/contracts';
import { type Logger, reasonOf, type ServiceClient } from '@numscope/platform';
import pLimit from 'p-limit';
import type { ClientSockets } from './client-sockets.ts';
import { jobsDone } from './notices.ts';

/** A little more than half a second, so that a timer that is early never makes a job's progress come too soon. */
const LOOK_MS = limits.progressEveryMs + 20;

/**
 * Tells administrators how jobs are: at once when a job changed, and of running ones their progress. Everything is
 * asked of jobs one after the other, so that an older state never overtakes a newer one. Of what could not be asked, and
 * of a job that does not run any more though nobody told so, it asks again: a screen must not show it running for ever.
 */
export class JobFeed {
  readonly #client: ServiceClient;
  readonly #sockets: ClientSockets;
  readonly #log: Logger;
  readonly #changed = new Set<string>();
  /** Running jobs as they were told last. */
  readonly #shown = new Map<string, string>();
  /** When the progress of each was told last, by the process's own clock. */
  readonly #toldAt = new Map<string, number>();
  /** Jobs that were looked up to their end, of which nobody has heard so far. */
  readonly #finished = new Set<string>();
  /** Those of them that did not run any more at the last look. */
  #gone: ReadonlySet<string> = new Set();
  readonly #timer: NodeJS.Timeout;
  readonly #oneAtATime = pLimit(1);
  #flushPlanned = false;
  #pollPlanned = false;

  constructor(client: ServiceClient, sockets: ClientSockets, log: Logger) {
    this.#client = client;
    this.#sockets = sockets;
    this.#log = log;
    this.#timer = setInterval(() => this.#planPoll(), LOOK_MS).unref();
  }

  /** The job with this id is new or changed its status. */
  changed(id: string): void {
    if (!this.#sockets.isHeard('job.updated')) return;
    this.#changed.add(id);
    this.#planFlush();
  }

  /** The job was looked up to its end: administrators are notified once it can be asked how it ended. */
  finished(id: string): void {
    if (this.#sockets.isHeard('notification about jobs')) this.#finished.add(id);
    this.changed(id);
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

  #planFlush(): void {
    if (this.#flushPlanned) return;
    this.#flushPlanned = true;
    this.#then(() => this.#flush());
  }

  async #flush(): Promise<void> {
    this.#flushPlanned = false;
    const done: Job[] = [];
    try {
      for (const id of this.#changed) await this.#tell(id, done);
    } finally {
      // Also where a later one could not be asked: nothing tells of these again.
      for (const data of jobsDone(done)) await this.#sockets.notify('jobs', data);
    }
  }

  /** Tells how a job is now; one that was looked up to its end since goes to `done`. */
  async #tell(id: string, done: Job[]): Promise<void> {
    // Not once it is asked: what changes meanwhile is asked again.
    this.#changed.delete(id);
    try {
      const job = await this.#find(id);
      if (job) await this.#updated(job);
      else this.#forget(id);
      if (this.#finished.delete(id) && job?.status === 'DONE') done.push(job);
    } catch (error) {
      this.#changed.add(id);
      throw error;
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
    if (!this.#sockets.isHeard('job.progress')) {
      for (const known of [this.#changed, this.#finished, this.#shown, this.#toldAt]) known.clear();
      return;
    }
    this.#pollPlanned = true;
    this.#then(async () => {
      this.#pollPlanned = false;
      await this.#poll();
    });
    if (this.#changed.size > 0) this.#planFlush();
  }

  async #poll(): Promise<void> {
    // Lists leave the main job out; single refreshes and imports run through it.
    const [running, main] = await Promise.all([this.#running(), this.#running({ mainJob: true })]);
    const jobs = [...main.content, ...running.content];
    for (const job of jobs) {
      const before = this.#shown.get(job.id);
      if (before === undefined) this.#shown.set(job.id, JSON.stringify(job));
      else if (before !== JSON.stringify(job) && this.#isDue(job.id)) await this.#progressed(job);
    }
    // Jobs beyond the page are unknown, so none can be said to have ended.
    if (running.totalElements > running.content.length) return;
    const still = new Set(jobs.map((job) => job.id));
    const gone = new Set([...this.#shown.keys()].filter((id) => !still.has(id)));
    // What ended just now is mostly told of in a moment.
    for (const id of gone) if (this.#gone.has(id)) this.changed(id);
    this.#gone = gone;
  }

  #running(filter: Pick<JobFilter, 'mainJob'> = {}): Promise<Page<Job>> {
    return this.#client.call(calls.searchJobs, {
      body: { ...filter, status: ['IN_PROGRESS'], size: limits.maxPageSize },
    });
  }

  #isDue(id: string): boolean {
    const toldAt = this.#toldAt.get(id);
    return toldAt === undefined || performance.now() - toldAt >= limits.progressEveryMs;
  }

  async #progressed(job: Job): Promise<void> {
    this.#shown.set(job.id, JSON.stringify(job));
    this.#toldAt.set(job.id, performance.now());
    await this.#sockets.send({ type: 'job.progress', at: Date.now(), data: job });
  }

  async #updated(job: Job): Promise<void> {
    const text = JSON.stringify(job);
    if (this.#shown.get(job.id) === text) return;
    if (job.status === 'IN_PROGRESS') this.#shown.set(job.id, text);
    else this.#forget(job.id);
    await this.#sockets.send({ type: 'job.updated', at: Date.now(), data: job });
  }

  #forget(id: string): void {
    this.#shown.delete(id);
    this.#toldAt.delete(id);
  }
}
