import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { phoneStatuses } from '@numscope/contracts';
import { phoneResolvedEvent, profileUpdatedEvent } from '@numscope/testing';
import * as fc from 'fast-check';
import { openJobsStore } from '../../src/store/sqlite/index.ts';
import type { StatusAction } from '../../src/domain/status-table.ts';
import type { Changed, JobRecord, JobStore } from '../../src/store/job-store.port.ts';
import { act, createInstances, draft, FIRST, type Instances } from './instances.ts';

const PHONES = 30;

/** Something that happens to a store; a job is meant by its place among those that were made. */
type Step =
  | { do: 'create'; from: number; count: number; hold: boolean; iteration: number; priority: boolean }
  | { do: 'join'; job: number; from: number; count: number }
  | { do: 'copy'; job: number; hold: boolean }
  | { do: 'merge'; job: number; into: number }
  | { do: 'change'; job: number; action: StatusAction }
  | { do: 'retry'; job: number }
  | { do: 'refresh'; phone: number }
  | { do: 'hand out'; phones: number }
  | {
      do: 'answer';
      job: number;
      from: number;
      count: number;
      status: 'FOUND' | 'NOT_FOUND' | 'FAILED';
      failing: boolean;
      profiles: 'none' | 'before' | 'after';
    };

const job = fc.nat({ max: 4 });
const from = fc.nat({ max: PHONES - 1 });
const count = fc.integer({ min: 1, max: PHONES });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    from,
    count,
    hold: fc.boolean(),
    iteration: fc.nat({ max: 2 }),
    priority: fc.boolean(),
  }),
  fc.record({ do: fc.constant('join' as const), job, from, count }),
  fc.record({ do: fc.constant('copy' as const), job, hold: fc.boolean() }),
  fc.record({ do: fc.constant('merge' as const), job, into: job }),
  fc.record({
    do: fc.constant('change' as const),
    job,
    action: fc.constantFrom<StatusAction>('PLAY', 'PAUSE', 'STOP', 'CANCEL', 'DELETE'),
  }),
  fc.record({ do: fc.constant('retry' as const), job }),
  fc.record({ do: fc.constant('refresh' as const), phone: from }),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hand out' as const), phones: count }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      job,
      from,
      count,
      status: fc.constantFrom('FOUND' as const, 'NOT_FOUND' as const, 'FAILED' as const),
      failing: fc.boolean(),
      profiles: fc.constantFrom('none' as const, 'before' as const, 'after' as const),
    }),
  },
);

const numbersOf = ({ from: first, count: size }: { from: number; count: number }): number[] =>
  Array.from({ length: Math.min(size, PHONES - first) }, (_none, index) => FIRST + first + index);

/** One of the two stores with what it was told so far. The first job is the main job. */
class Twin {
  readonly store: JobStore;
  readonly #numbers: number[] = [1];

  constructor(store: JobStore) {
    this.store = store;
  }

  async #upload(given: { from: number; count: number }): Promise<number> {
    const upload = await this.store.beginUpload();
    const numbers = Float64Array.from(numbersOf(given));
    await this.store.addPhones(upload, { numbers, notValid: null, texts: given.from % 3 === 0 ? ['+'] : [] });
    return upload;
  }

  #number(at: number): number {
    return this.#numbers[at % this.#numbers.length] ?? 1;
  }

  async #answer(given: Extract<Step, { do: 'answer' }>, now: number): Promise<unknown> {
    const { job: at, status, failing, profiles } = given;
    const record = await this.store.find(String(this.#number(at)));
    if (!record) return null;
    const place = { id: record.id, number: record.number, pass: record.pass };
    const sources = [
      { source: 'A', status, at: 1, cached: false },
      { source: 'B', status: failing ? ('FAILED' as const) : ('NOT_FOUND' as const), at: 1, cached: false },
    ];
    const phones = numbersOf(given).map((number) => `+${number}`);
    const resolve = () =>
      this.store.resolved(
        phones.map((phone) => phoneResolvedEvent({ phone, job: place, status, sources }).json),
        now,
      );
    const profile = () =>
      this.store.profiled(
        phones.map((phone) => profileUpdatedEvent({ phone, job: place }).json),
        now,
      );
    const absorbed = [
      ...(profiles === 'before' ? [await profile()] : []),
      await resolve(),
      ...(profiles === 'after' ? [await profile()] : []),
    ];
    return absorbed.map(({ finals, statusChanged }) => [
      finals.reduce((sum, each) => sum + each.phones, 0),
      statusChanged,
    ]);
  }

  /** What the caller hears. */
  async take(given: Step, now: number): Promise<unknown> {
    const { store } = this;
    const who = { ...act, at: now };
    switch (given.do) {
      case 'create': {
        const upload = await this.#upload(given);
        const { hold, iteration, priority } = given;
        const made = await store.commitUpload(
          upload,
          { ...draft, hold, iteration, type: priority ? 'PRIORITY' : 'REGULAR' },
          { read: PHONES, skippedLines: 1 },
          who,
        );
        this.#numbers.push(made.number);
        return made.number;
      }
      case 'join': {
        // Of many in the main job SQLite hands out pass after pass, and MongoDB number after number.
        const target = this.#number(given.job);
        return target === 1
          ? null
          : refusalOf(
              await store.joinUpload(await this.#upload(given), String(target), { read: PHONES, skippedLines: 0 }, who),
            );
      }
      case 'copy': {
        const outcome = await store.createFrom(String(this.#number(given.job)), { ...draft, hold: given.hold }, who);
        if ('job' in outcome) this.#numbers.push(outcome.job.number);
        return refusalOf(outcome);
      }
      case 'merge':
        return this.#number(given.into) === 1
          ? null
          : refusalOf(await store.merge([this.#number(given.job)], this.#number(given.into), false, who));
      case 'change':
        return refusalOf(await store.change(String(this.#number(given.job)), given.action, false, who));
      case 'retry':
        return refusalOf(await store.retryFailed(String(this.#number(given.job)), who));
      case 'refresh':
        return (await store.refresh(`+${FIRST + given.phone}`, who))?.number;
      case 'hand out': {
        const running = (await store.running()).sort((a, b) => a.pending - b.pending);
        return store.dispatch(running.map(({ key }) => ({ key, phones: given.phones })));
      }
      case 'answer':
        return this.#answer(given, now);
    }
  }

  /** Has it do what it does by itself, and looks at all there is. */
  async look(now: number): Promise<unknown[]> {
    while (await this.store.joinNext(now));
    while (await this.store.dropNext());
    await this.store.promote(now, 3);
    const { jobs } = await this.store.list({ offset: 0, limit: 100, sort: { field: 'number', direction: 'ASC' } });
    return Promise.all(
      [await this.store.mainJob(), ...jobs].map(async (record) => ({
        ...withoutNames(record),
        phones: await this.#phones(record),
      })),
    );
  }

  async #phones({ number }: JobRecord): Promise<unknown> {
    const found = await this.store.phones(String(number), { statuses: phoneStatuses, offset: 0, limit: 1000 });
    // The passes of the main job are cut otherwise.
    return number === 1 ? found?.phones.sort((a, b) => (a.phone < b.phone ? -1 : 1)) : found;
  }
}

const refusalOf = (outcome: Changed): unknown => ('refused' in outcome ? outcome : withoutNames(outcome.job));

/** What the stores choose for themselves, or learn of at once or a moment later. */
const withoutNames = ({
  id: _id,
  key: _key,
  duplicates: _duplicates,
  skippedLines: _skipped,
  ...record
}: JobRecord): object => record;

let instances: Instances;
beforeEach(async () => {
  instances = await createInstances();
});
afterEach(() => instances.close());

it('keeps what SQLite keeps, whatever happens to jobs in whichever order', async () => {
  const mongo = await instances.open();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await Promise.all(
        (await instances.connection.listCollections()).map(({ name }) =>
          name === 'leases' ? null : instances.connection.collection(name).deleteMany({}),
        ),
      );
      await mongo.ensureMainJob(act);
      const sqlite = await openJobsStore({ dataDir: await mkdtemp(join(instances.dir, 'twin-')) });
      instances.defer(() => sqlite.close());
      await sqlite.ensureMainJob(act);
      const twins = [new Twin(sqlite), new Twin(mongo)];
      for (const [index, given] of steps.entries()) {
        const now = 1000 + index * 100_000;
        const [expected, got] = await Promise.all(twins.map((twin) => twin.take(given, now)));
        expect(got).toEqual(expected);
        const [wanted, seen] = await Promise.all(twins.map((twin) => twin.look(now)));
        expect(seen).toEqual(wanted);
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
