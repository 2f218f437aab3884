import { type DatabaseSync, Outbox, transaction } from '@numscope/adapters/sqlite';
import type { OutgoingEvent } from '@numscope/platform';
import type { JobState, Phones, Transition } from '../../domain/job-state.ts';
import { code } from '../../domain/phone-status.ts';
import { eventsOf } from '../job-events.ts';
import { type Part, recordOf } from '../job-record.ts';
import type { Act, JobRecord } from '../job-store.port.ts';
import { RESOLVED } from '../phone-result.ts';
import { againCounter } from './asked-again.ts';
import { JobFinder, jobWriter } from './job-rows.ts';
import { PartCache } from './part-cache.ts';
import { singlePhones } from './phone-rows.ts';

/**
 * What every change of the store works with: one database, its cached parts, and the events that go out with the
 * commit.
 */
export class Writing {
  readonly db: DatabaseSync;
  readonly outbox: Outbox;
  readonly parts: PartCache;
  readonly finder: JobFinder;
  readonly phones;
  #events: OutgoingEvent[] = [];
  readonly #nextNumber;
  readonly #jobs;
  readonly #release;
  readonly #remove;
  readonly #joining;
  readonly #withAgain;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.outbox = new Outbox(db);
    this.parts = new PartCache(db);
    this.finder = new JobFinder(db);
    this.phones = singlePhones(db);
    this.#nextNumber = db.prepare(`UPDATE counter SET value = value + ? WHERE name = 'number' RETURNING value`);
    this.#jobs = jobWriter(db);
    this.#release = db.prepare(
      `UPDATE phone SET status = ${code.PENDING} WHERE job = ? AND pass = ? AND phone >= ? AND phone < ? AND status = ? AND flags & ${RESOLVED} = 0`,
    );
    this.#remove = db.prepare(`UPDATE storage SET state = 'DROPPED' WHERE key = ?`);
    this.#joining = db.prepare('SELECT 1 FROM joining WHERE target = ?');
    this.#withAgain = againCounter(db);
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

  /** Keeps what became of a job, with what else that asks for. `job` is changed too. To be called within a change. */
  apply(job: JobState, { job: next, effects }: Transition): void {
    Object.assign(job, next);
    this.#jobs.update(job);
    for (const { kind } of effects) {
      if (kind === 'PHONES_RELEASED') this.#releasePhones(job);
      if (kind === 'PHONES_REMOVED') this.#remove.run(job.key);
    }
    this.emit(...eventsOf(effects));
  }

  /** Keeps a new job, as `apply` does. */
  create({ job, effects }: Transition, { audit, trace }: Act): JobState {
    this.#jobs.insert(job);
    this.emit(audit, ...eventsOf(effects, trace));
    return job;
  }

  record(job: JobState): JobRecord {
    return recordOf(job, this.countedParts(job));
  }

  /** The parts of a job in order, with all that is told of them. */
  countedParts(job: JobState): readonly Part[] {
    return this.#withAgain(job, this.parts.of(job.key));
  }

  /** What the rules have to know of a job's phones. */
  phonesOf(job: JobState): Phones {
    return { parts: this.countedParts(job), joining: this.#joining.get(job.key) !== undefined };
  }

  #releasePhones({ key }: JobState): void {
    for (const part of this.parts.of(key)) {
      for (const status of [code.SENT, code.WAITING]) {
        if (part.tally[status] === 0) continue;
        const released = Number(this.#release.run(key, part.pass, ...this.parts.rangeOf(part), status).changes);
        this.parts.move(part, status, code.PENDING, released);
      }
    }
  }
}
