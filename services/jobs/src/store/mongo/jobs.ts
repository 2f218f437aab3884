import { inserted, outboxEntry } from '@numscope/adapters/mongo';
import type { JobStatus } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { endedStatuses } from '../../domain/job.ts';
import { type Phones, type Refusal, type Transition, wrongState } from '../../domain/job-state.ts';
import { eventsOf } from '../job-events.ts';
import { isNumber, isPart, type Part, recordOf, subTaskOf } from '../job-record.ts';
import type { Act, Changed, JobRecord } from '../job-store.port.ts';
import type { Collections, JobDocument, PartHead } from './documents.ts';
import { countParts, open } from './parts.ts';
import { idsOfPart, phoneOfId } from './phone-id.ts';
import { PhoneStore } from './phones.ts';

/** The main job's key and number: the first of all. */
export const MAIN_KEY = 1;

/** Whether what failed of a job is about to be opened again. */
export const isReopening = ({ reopening = null }: Pick<JobDocument, 'reopening'>): boolean => reopening !== null;

const notDeleted = { status: { $ne: 'DELETED' } } as const;

/** A job under change, and what is to be told of it. */
export class JobChange {
  readonly job: JobDocument;
  readonly events: OutgoingEvent[] = [];

  constructor(job: JobDocument) {
    this.job = job;
  }

  emit(...events: Array<OutgoingEvent | null>): void {
    for (const event of events) if (event) this.events.push(event);
  }

  /** Takes over what became of it. Its phones follow by themselves: by its run, or once it is DELETED. */
  apply({ job, effects }: Transition, trace?: string): void {
    Object.assign(this.job, job, { folded: job.name.toLowerCase() });
    // Ended, it has nothing opened again any more.
    if (isReopening(this.job) && (endedStatuses as readonly JobStatus[]).includes(job.status))
      this.job.reopening = null;
    this.emit(...eventsOf(effects, trace));
  }
}

/** Finds jobs, and changes them one at a time: each change is one update of one document, with its events. */
export class Jobs {
  readonly #jobs: Collections['jobs'];
  readonly #counters: Collections['counters'];
  readonly phones: PhoneStore;

  constructor(collections: Collections) {
    this.#jobs = collections.jobs;
    this.#counters = collections.counters;
    this.phones = new PhoneStore(collections);
  }

  /** Keeps the counts of parts that can change no more. */
  async keepCounts(key: number): Promise<void> {
    await this.change(key, ({ job }) => this.partsOf(job));
  }

  /** A job by its id or number. Deleted ones are not found. */
  byRef(ref: string): Promise<JobDocument | null> {
    const named = isNumber(ref) ? { number: Number(ref) } : { _id: ref };
    return this.#jobs.findOne({ ...named, ...notDeleted });
  }

  byIds(ids: readonly string[]): Promise<JobDocument[]> {
    return this.#jobs.find({ _id: { $in: [...ids] }, ...notDeleted }).toArray();
  }

  byKey(key: number): Promise<JobDocument | null> {
    return this.#jobs.findOne({ key });
  }

  /** The job of a sub-task. */
  byPart(ref: string): Promise<JobDocument | null> {
    const named = isNumber(ref) ? { 'parts.number': Number(ref) } : { 'parts.id': ref };
    return this.#jobs.findOne({ ...named, ...notDeleted });
  }

  /** A job, and which of its parts is meant where a caller means a sub-task. Null: there is none. */
  async among(ref: string): Promise<{ job: JobDocument; part: PartHead | undefined } | null> {
    const own = await this.byRef(ref);
    if (own) return { job: own, part: undefined };
    const job = await this.byPart(ref);
    return job && { job, part: job.parts.find((each) => isPart(each, ref)) };
  }

  /** Why a job is not found: a sub-task takes no orders of its own. */
  async missing(ref: string): Promise<Refusal> {
    const parent = await this.byPart(ref);
    return parent ? wrongState(parent, true) : { refused: 'NOT_FOUND' };
  }

  /** A job or a sub-task. */
  async find(ref: string): Promise<JobRecord | null> {
    const job = await this.byRef(ref);
    if (job) return this.record(job);
    const parent = await this.byPart(ref);
    const part = parent && (await this.partsOf(parent)).find((each) => isPart(each, ref));
    return part ? subTaskOf(parent, part) : null;
  }

  /** The parts of a job in order, with exact counts. */
  partsOf(job: JobDocument): Promise<Part[]> {
    return countParts(this.phones, job);
  }

  /** What the rules have to know of a job's phones. */
  async phonesOf(job: JobDocument): Promise<Phones> {
    const comes = job.joins.length > 0 || isReopening(job);
    return { parts: await this.partsOf(job), joining: comes };
  }

  async record(job: JobDocument): Promise<JobRecord> {
    return recordOf(job, await this.partsOf(job));
  }

  /** Has all phones of a job, of which some were erased, counted again, and no part begin with an erased one; null when there is no such job. */
  async countAnew(key: number): Promise<JobRecord | null> {
    const job = await this.change(key, async (change) => {
      for (const part of change.job.parts) {
        open(part, Date.now());
        const first = await this.phones.idAt(idsOfPart(change.job, part), 0);
        if (first !== null) part.first = phoneOfId(first);
        else if (typeof part.first === 'number') part.first++;
      }
      return change.job;
    });
    return job && this.record(job);
  }

  /** Makes the counters, if they are not there yet. */
  async beginCounters(): Promise<void> {
    for (const _id of ['key', 'number'] as const)
      await this.#counters.updateOne({ _id }, { $setOnInsert: { value: MAIN_KEY } }, { upsert: true });
  }

  /** Takes `count` numbers; answers the first. */
  async take(counter: 'key' | 'number', count = 1): Promise<number> {
    for (;;) {
      const value = (await this.#counters.findOne({ _id: counter }))?.value;
      if (value === undefined) throw new Error('the counters are not there');
      const { matchedCount } = await this.#counters.updateOne(
        { _id: counter, value },
        { $set: { value: value + count } },
      );
      if (matchedCount === 1) return value + 1;
    }
  }

  /** @returns false when its key or number is taken */
  insert({ job, events }: JobChange): Promise<boolean> {
    const entry = outboxEntry(events);
    return inserted(this.#jobs.insertOne(entry ? { ...job, outbox: [entry] } : job));
  }

  /** Does to a job what `decision` says of it, by the rules of `change`. */
  async decide(
    ref: string,
    { audit }: Act,
    decision: (job: JobDocument) => Promise<Transition | Refusal> | Transition | Refusal,
  ): Promise<Changed> {
    const outcome = await this.change(ref, async (change): Promise<Changed> => {
      const transition = await decision(change.job);
      if ('refused' in transition) return transition;
      change.apply(transition);
      change.emit(audit);
      return { job: await this.record(change.job) };
    });
    return outcome ?? this.missing(ref);
  }

  /** Has a job go on by one transition, if there is one; answers it. */
  step(key: number, decide: (job: JobDocument) => Promise<Transition | null>): Promise<Transition | null> {
    return this.change(key, async (change) => {
      const transition = await decide(change.job);
      if (transition) change.apply(transition);
      return transition;
    });
  }

  /**
   * Looks at a job, decides and writes; again from the start whenever another change came in between, so `decide` must do nothing else that counts.
   * @param which its key, or as a text its id or number as callers name it
   * @returns what `decide` answered; null when there is no such job
   */
  async change<T>(which: number | string, decide: (change: JobChange) => Promise<T> | T): Promise<T | null> {
    for (;;) {
      const job = await (typeof which === 'number' ? this.byKey(which) : this.byRef(which));
      if (!job) return null;
      const before = new Map(Object.entries(job).map(([name, value]) => [name, JSON.stringify(value)]));
      const { _id, revision } = job;
      const change = new JobChange(job);
      const result = await decide(change);
      job.counted = job.parts.every(({ tally }) => tally !== null);
      // Also what it has now and had not before, as a field of a later version.
      const changed = Object.fromEntries(
        Object.entries(job).filter(([name, value]) => JSON.stringify(value) !== before.get(name)),
      );
      const entry = outboxEntry(change.events);
      if (!entry && Object.keys(changed).length === 0) return result;
      const { matchedCount } = await this.#jobs.updateOne(
        { _id, revision },
        { $set: { ...changed, revision: revision + 1 }, ...(entry ? { $push: { outbox: entry } } : {}) },
      );
      if (matchedCount === 1) return result;
    }
  }
}
