import { type DatabaseSync, Outbox, transaction } from '@numscope/adapters/sqlite';
import type { JobStatus } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { total } from '../../domain/phone-status.ts';
import type { JobRecord } from '../job-store.port.ts';
import { statusChanged } from '../job-events.ts';
import { type JobRow, recordOf, tallyOf } from '../job-row.ts';
import { JobFinder } from './job-rows.ts';
import { PartCache } from './part-cache.ts';

/** What every change of the store works with: one database, its cached parts, and the events that go out with the commit. */
export class Writing {
  readonly db: DatabaseSync;
  readonly outbox: Outbox;
  readonly parts: PartCache;
  readonly finder: JobFinder;
  #events: OutgoingEvent[] = [];
  readonly #nextNumber;
  readonly #setStatus;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.outbox = new Outbox(db);
    this.parts = new PartCache(db);
    this.finder = new JobFinder(db);
    this.#nextNumber = db.prepare(`UPDATE counter SET value = value + ? WHERE name = 'number' RETURNING value`);
    this.#setStatus = db.prepare('UPDATE job SET status = ? WHERE key = ?');
  }

  /** Runs a change in one transaction, with its counts and its events. */
  change<T>(work: () => T): T {
    try {
      return transaction(this.db, () => {
        const result = work();
        this.parts.flush();
        this.outbox.append(this.#events);
        return result;
      });
    } catch (error) {
      this.parts.clear();
      throw error;
    } finally {
      this.#events = [];
    }
  }

  emit(...events: Array<OutgoingEvent | null>): void {
    for (const event of events) if (event) this.#events.push(event);
  }

  /** Takes `count` numbers of jobs; answers the first. This counter is their only arbiter. */
  numbers(count: number): number {
    return Number(this.#nextNumber.get(count)?.['value']) - count + 1;
  }

  /** Moves a job to another status and tells it. `job` is changed too. */
  setStatus(job: JobRow, to: JobStatus, by: string, at: number): void {
    const from = job.status;
    this.#setStatus.run(to, job.key);
    job.status = to;
    this.emit(statusChanged(job, { from, to, by, at }));
  }

  record(job: JobRow): JobRecord {
    return recordOf(job, tallyOf(job, this.parts.of(job.key)));
  }

  /** Phones of the pass that are not final yet. */
  open(job: JobRow): number {
    const tally = tallyOf(job, this.parts.of(job.key));
    return tally[0] + tally[1];
  }

  valid(job: JobRow): number {
    const tally = tallyOf(job, this.parts.of(job.key));
    return total(tally) - tally[5];
  }
}
