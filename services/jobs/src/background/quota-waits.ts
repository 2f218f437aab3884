import { calls, type SourceWait } from '@numscope/contracts';
import { type Clock, type Logger, reasonOf, type ServiceClient } from '@numscope/platform';
import type { JobStore, Running } from '../store/job-store.port.ts';
import type { PhonePlace } from '../store/phone-place.ts';

/** Sources are asked how they stand no oftener, and only while phones wait. */
const HEAR_MS = 1000;
/** Where nothing could go on, it is looked again after this, whatever was heard. */
const AGAIN_MS = 30_000;
/** Most phones of one job that are asked again in one step. */
const AT_ONCE = 500;

interface Look {
  after: PhonePlace | null;
  /** Phones that went on since it was begun at the first. */
  phones: number;
  /** What was waited for when a whole look found nothing, and when that was. */
  settled: string | null;
  at: number;
}

interface QuotaWaitsDeps {
  store: Pick<JobStore, 'reopenWaiting'>;
  client: ServiceClient;
  clock: Clock;
  log: Logger;
}

/** Has phones asked again that waited for the quota of a source, once it allows calls again or nobody waits for it. */
export class QuotaWaits {
  readonly #deps: QuotaWaitsDeps;
  readonly #looks = new Map<number, Look>();
  #waiting: SourceWait[] = [];
  #left = AT_ONCE;
  #heardAt = Number.NEGATIVE_INFINITY;

  constructor(deps: QuotaWaitsDeps) {
    this.#deps = deps;
  }

  /** The sources that are waited for, as far as was heard. */
  get waiting(): SourceWait[] {
    const now = this.#deps.clock.now();
    return this.#waiting.filter(({ resumesAt }) => resumesAt > now);
  }

  /** Looks through what waits in running jobs. @returns how many phones go on */
  async goOn(running: readonly Running[]): Promise<number> {
    const jobs = running.filter(({ waiting }) => waiting > 0);
    for (const key of this.#looks.keys()) if (!jobs.some((job) => job.key === key)) this.#looks.delete(key);
    if (jobs.length === 0) {
      this.#forget();
      return 0;
    }
    await this.#hear();
    let all = 0;
    for (const { key } of jobs.toSorted((a, b) => Number(b.priority) - Number(a.priority))) {
      if (this.#left <= 0) break;
      const phones = await this.#lookInto(key);
      this.#left -= phones;
      all += phones;
    }
    return all;
  }

  async #lookInto(key: number): Promise<number> {
    const now = this.#deps.clock.now();
    const names = this.#waiting.map(({ source }) => source).sort();
    const state = names.join();
    const look = this.#looks.get(key) ?? { after: null, phones: 0, settled: null, at: 0 };
    this.#looks.set(key, look);
    if (look.settled === state && Math.abs(now - look.at) < AGAIN_MS) return 0;
    const { phones, after } = await this.#deps.store.reopenWaiting(key, names, look.after, this.#left);
    look.phones += phones;
    if (after === null) {
      look.settled = look.phones === 0 ? state : null;
      look.at = now;
      look.phones = 0;
    }
    look.after = after;
    return phones;
  }

  /** Drops what was waited for, so that it is not told of those who wait next. */
  #forget(): void {
    this.#waiting = [];
    this.#heardAt = Number.NEGATIVE_INFINITY;
  }

  /** What was heard last counts when they cannot be asked. */
  async #hear(): Promise<void> {
    const now = performance.now();
    if (now - this.#heardAt < HEAR_MS) return;
    this.#heardAt = now;
    try {
      const standing = await this.#deps.client.call(calls.sourceWaits, {});
      this.#waiting = standing.flatMap(({ source, waitsUntil }) =>
        waitsUntil === null ? [] : { source, resumesAt: waitsUntil },
      );
      // No more than what is left of the scarcest: what comes too many only waits again.
      const lefts = standing.flatMap(({ left }) => (left === null || left === 0 ? [] : left));
      this.#left = Math.min(AT_ONCE, ...lefts);
    } catch (error) {
      this.#left = 0;
      this.#deps.log.warn({ reason: reasonOf(error) }, 'how the sources stand could not be heard; tried again');
    }
  }
}
