import { describe, expect, it } from '@jest/globals';
import { type JobStatus, type PhoneStatus, phoneStatuses } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { phoneResolvedEvent, profileUpdatedEvent } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import * as fc from 'fast-check';
import type { JobRecord, JobStore } from '../../src/store/job-store.port.ts';
import { act, createJob, draft, FIRST, type Instances, openPair, takeEvents } from './instances.ts';

let instances: Instances;
let leader: JobStore;
let other: JobStore;
aroundEach(openPair, (pair) => ({ instances, leader, other } = pair));

const statusesTold = (events: readonly OutgoingEvent[], number: number): JobStatus[] =>
  events.flatMap(({ topic, json }) => {
    if (topic !== 'job.status-changed') return [];
    const { data } = JSON.parse(json) as { data: { number: number; to: JobStatus } };
    return data.number === number ? [data.to] : [];
  });

const statesOf = async (store: JobStore, { number, tally }: JobRecord): Promise<PhoneStatus[]> => {
  const total = tally.reduce((sum, phones) => sum + phones, 0);
  return (
    (await store.phones(String(number), { statuses: phoneStatuses, offset: 0, limit: total }))?.phones.map(
      ({ status }) => status,
    ) ?? []
  );
};

/**
 * Has the one that leads do it; on a busy machine the lead may go over to the other one, and nobody has it for a
 * moment.
 */
async function byLeader<T>(work: (store: JobStore) => Promise<T>, isDone: (result: T) => boolean): Promise<T> {
  for (;;) {
    for (const store of [leader, other]) {
      const result = await work(store);
      if (isDone(result)) return result;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const start = (at: number) =>
  byLeader(
    (store) => store.promote(at, 8),
    ({ statusChanged }) => statusChanged,
  );

const dispatch = (key: number, phones: number): Promise<number> =>
  byLeader(
    (store) => store.dispatch([{ key, phones }]),
    (sent) => sent > 0,
  );

const handOut = async (key: number, phones: number): Promise<number> => {
  let sent = 0;
  while (sent < phones) sent += await dispatch(key, 500);
  return sent;
};

const isUntold = async (): Promise<boolean> =>
  (await instances.connection.collection('jobs').countDocuments({ 'outbox.id': { $exists: true } })) > 0 ||
  (await instances.connection.collection('requests').countDocuments()) > 0;

/** All that waits to be told, by whoever leads: the other one has nothing to tell. */
async function takeAll(): Promise<OutgoingEvent[]> {
  const taken: OutgoingEvent[] = [];
  while (await isUntold()) for (const store of [leader, other]) taken.push(...(await takeEvents(store)));
  return taken;
}

const joinAll = async (store: JobStore): Promise<void> => {
  while (await store.joinNext(4));
};

describe('two instances on one database', () => {
  it('take in results of the same phones at once: no result is lost or counted twice, and the job ends once', async () => {
    const PHONES = 1500;
    const outcome = fc.constantFrom('FOUND' as const, 'NOT_FOUND' as const, 'FAILED' as const);
    const made = fc.record({
      outcomes: fc.array(outcome, { minLength: 7, maxLength: 40 }),
      batch: fc.integer({ min: 20, max: 300 }),
      repeated: fc.integer({ min: 2, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(made, async ({ outcomes, batch, repeated }) => {
        const job = await createJob(other, PHONES);
        await start(2);
        expect(await handOut(job.key, PHONES)).toBe(PHONES);
        const place = { id: job.id, number: job.number, pass: 1 };
        const answers = Array.from({ length: PHONES }, (_none, index) => {
          const phone = `+${FIRST + index}`;
          const status = outcomes[index % outcomes.length] ?? 'FOUND';
          return {
            resolved: phoneResolvedEvent({ phone, job: place, status }).json,
            profiled: status === 'FOUND' ? [profileUpdatedEvent({ phone, job: place }).json] : [],
          };
        });
        // Neighbours come to different instances, some to both, and profiles before what sources said.
        const work = [leader, other].flatMap((store, at) => {
          const mine = answers.filter((_answer, index) => index % 2 === at || index % repeated === 0);
          return Array.from({ length: Math.ceil(mine.length / batch) }, (_none, index) => {
            const here = mine.slice(index * batch, (index + 1) * batch);
            return async (): Promise<number> => {
              const absorbed = [
                await store.profiled(
                  here.flatMap(({ profiled }) => profiled),
                  3,
                ),
                await store.resolved(
                  here.map(({ resolved }) => resolved),
                  3,
                ),
              ];
              return absorbed.flatMap(({ finals }) => finals).reduce((sum, { phones }) => sum + phones, 0);
            };
          });
        });
        const finals = await Promise.all(work.map((step) => step()));
        expect(finals.reduce((sum, phones) => sum + phones, 0)).toBe(PHONES);
        const done = await other.find(job.id);
        expect(done?.status).toBe('DONE');
        const states = await statesOf(leader, job);
        // Behind them, nobody waits for a quota.
        expect([...phoneStatuses.map((status) => states.filter((each) => each === status).length), 0]).toEqual(
          done?.tally,
        );
        expect(states).toEqual(answers.map((_answer, index) => outcomes[index % outcomes.length]));
        expect(statusesTold(await takeAll(), job.number)).toEqual(['SCHEDULED', 'IN_PROGRESS', 'DONE']);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  it('have one that hands phones out, and a pause by the other stops it; what was out is handed out again by the next run', async () => {
    const job = await createJob(other, 1200);
    await start(2);
    expect(await dispatch(job.key, 700)).toBe(700);
    const twice = await Promise.all([leader, other].map((store) => store.dispatch([{ key: job.key, phones: 100 }])));
    expect(twice.filter((sent) => sent === 0).length).toBeGreaterThan(0);
    const paused = await other.change(job.id, 'PAUSE', false, act);
    expect('job' in paused ? paused.job.tally : paused).toEqual([1200, 0, 0, 0, 0, 0, 0]);
    for (const store of [leader, other]) expect(await store.dispatch([{ key: job.key, phones: 500 }])).toBe(0);
    expect(await statesOf(leader, job)).toEqual(Array(1200).fill('PENDING'));
    await other.change(job.id, 'PLAY', false, act);
    await start(3);
    expect(await handOut(job.key, 1200)).toBe(1200);
    const requests = (await takeAll()).filter(({ topic }) => topic === 'phone.requested');
    const asked = requests.map(({ json }) => (JSON.parse(json) as { data: { run: number; phones: string[] } }).data);
    const again = asked.filter(({ run }) => run === 2);
    expect(again.map(({ phones }) => phones.length)).toEqual([500, 500, 200]);
    expect(new Set(again.flatMap(({ phones }) => phones)).size).toBe(1200);
    expect(asked.find(({ run }) => run === 1)?.phones).toHaveLength(700);
  });

  it('give jobs that are created at once numbers of their own', async () => {
    const jobs = await Promise.all(
      Array.from({ length: 12 }, (_none, index) => createJob(index % 2 ? leader : other, 3)),
    );
    expect(jobs.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_none, index) => index + 2),
    );
    expect(new Set(jobs.map(({ key }) => key)).size).toBe(12);
    expect((await other.list({ offset: 0, limit: 1, mainJob: true })).total).toBe(1);
  });

  it('bring phones into a job that is being looked up: none is lost, asked for or counted twice, and parts keep their size', async () => {
    const job = await createJob(leader, 9000, { name: 'Target' });
    await start(2);
    await handOut(job.key, 9000);
    const upload = await other.beginUpload();
    const numbers = Float64Array.from({ length: 9000 }, (_none, index) => FIRST + 3000 + index * 2);
    await other.addPhones(upload, { numbers, notValid: null, texts: ['+'] });
    await other.joinUpload(upload, String(job.number), { read: 9001, skippedLines: 0 }, act);
    const place = { id: job.id, number: job.number, pass: 1 };
    const answer = async (store: JobStore, from: number, to: number): Promise<void> => {
      const texts = Array.from(
        { length: to - from },
        (_none, index) =>
          phoneResolvedEvent({ phone: `+${FIRST + from + index}`, job: place, status: 'NOT_FOUND' }).json,
      );
      for (let at = 0; at < texts.length; at += 250) await store.resolved(texts.slice(at, at + 250), 3);
    };
    await Promise.all([joinAll(leader), joinAll(other), answer(leader, 0, 4500), answer(other, 4500, 9000)]);
    const grown = await other.find(job.id);
    // Every second of the phones from 3000 to 8999 was there already.
    expect(grown).toMatchObject({
      status: 'IN_PROGRESS',
      subtype: 'SUPER_JOB',
      duplicates: 3000,
      tally: [6000, 0, 0, 9000, 0, 1, 0],
    });
    expect(await handOut(job.key, 6000)).toBe(6000);
    await answer(other, 9000, 21_000);
    expect(await leader.find(job.id)).toMatchObject({ status: 'DONE', tally: [0, 0, 0, 15_000, 0, 1, 0] });
    const parts = await leader.list({ parentNumber: job.number, offset: 0, limit: 10 });
    expect(parts.jobs.every(({ tally }) => tally.reduce((sum, phones) => sum + phones, 0) <= 10_000)).toBe(true);
    const page = await other.phones(job.id, { statuses: phoneStatuses, offset: 0, limit: 20_000 });
    const listed = page?.phones.slice(0, -1).map(({ phone }) => phone) ?? [];
    expect(listed).toHaveLength(15_000);
    expect(listed).toEqual([...new Set(listed)].sort());
  });

  it('merge jobs into one, whichever is asked, and refuse the second who wants the same', async () => {
    const jobs = await Promise.all(
      ['Target', 'First', 'Second'].map((name) => createJob(other, 10, { ...draft, name, hold: true })),
    );
    const [target, first, second] = jobs.map(({ number }) => number);
    const outcomes = await Promise.all([
      other.merge([first ?? 0], target ?? 0, false, act),
      leader.merge([first ?? 0], second ?? 0, false, act),
    ]);
    expect(outcomes.filter((outcome) => 'refused' in outcome)).toHaveLength(1);
    await Promise.all([joinAll(leader), joinAll(other)]);
    const merged = await leader.find(String(first));
    expect(merged?.status).toBe('MERGED');
    const now = await Promise.all([target, second].map((number) => leader.find(String(number))));
    expect(now.map((job) => job?.duplicates).sort()).toEqual([0, 10]);
    expect(now.find((job) => job?.duplicates === 10)?.number).toBe(merged?.mergedInto);
  });

  it('merge one of two jobs into the other where both is asked for at once, and refuse the opposite', async () => {
    for (let round = 0; round < 20; round++) {
      const pair = [await createJob(leader, 10, { hold: true }), await createJob(other, 10, { hold: true })];
      const [one = 0, two = 0] = pair.map(({ number }) => number);
      const outcomes = await Promise.all([other.merge([one], two, false, act), leader.merge([two], one, false, act)]);
      expect(outcomes.filter((outcome) => 'refused' in outcome)).toEqual([
        expect.objectContaining({ refused: 'WRONG_STATE' }),
      ]);
      await Promise.all([joinAll(leader), joinAll(other)]);
      const left = await Promise.all([one, two].map((number) => leader.find(String(number))));
      const kept = left.filter((job) => job?.status !== 'MERGED');
      expect(kept).toEqual([
        expect.objectContaining({ status: 'CREATED', duplicates: 10, tally: [10, 0, 0, 0, 0, 0, 0] }),
      ]);
      expect(left.find((job) => job?.status === 'MERGED')?.mergedInto).toBe(kept[0]?.number);
    }
  });

  it('merge the first of two opposite ones whose askers are gone', async () => {
    const pair = [await createJob(leader, 10, { hold: true }), await createJob(other, 10, { hold: true })];
    const all = instances.connection.collection('jobs');
    for (const [index, job] of pair.entries()) {
      const joining = { afresh: false, merge: { by: 'admin', at: 1 }, duplicates: 0, skipped: 0, after: null, rows: 0 };
      const opposite = { ...joining, id: `0${index}`, source: pair[1 - index]?.key, before: null };
      await all.updateOne({ number: job.number }, { $set: { joins: [opposite] }, $inc: { revision: 1 } });
    }
    await joinAll(leader);
    const [first, second] = await Promise.all(pair.map(({ number }) => leader.find(String(number))));
    expect(second).toMatchObject({ status: 'MERGED', mergedInto: first?.number });
    expect(first).toMatchObject({ status: 'CREATED', duplicates: 10, tally: [10, 0, 0, 0, 0, 0, 0] });
  });

  it('merge a copy of a job into it that waits for the phones of that job', async () => {
    const job = await createJob(other, 10, { hold: true });
    const copy = await other.createFrom(job.id, { ...draft, hold: true }, act);
    const number = 'job' in copy ? copy.job.number : 0;
    expect(await leader.merge([number], job.number, false, act)).toMatchObject({ job: { number: job.number } });
    await joinAll(leader);
    expect(await leader.find(String(number))).toMatchObject({ status: 'MERGED', mergedInto: job.number });
    expect(await leader.find(job.id)).toMatchObject({ duplicates: 10, tally: [10, 0, 0, 0, 0, 0, 0] });
    expect(await leader.joinNext(3)).toBe(false);
  });

  it('bring phones on whose own phones are still on their way only with these', async () => {
    const [first, second, last] = await Promise.all(
      ['First', 'Second', 'Last'].map((name) => createJob(other, 1, { ...draft, name, hold: true })),
    );
    const upload = await other.beginUpload();
    await other.addPhones(upload, { numbers: Float64Array.of(FIRST + 5), notValid: null, texts: [] });
    await other.joinUpload(upload, String(first?.number), { read: 1, skippedLines: 0 }, act);
    await other.merge([first?.number ?? 0], second?.number ?? 0, false, act);
    await other.merge([second?.number ?? 0], last?.number ?? 0, false, act);
    // The clock of whoever asked for the last was behind.
    const all = instances.connection.collection<{ number: number; joins: Array<{ id: string }> }>('jobs');
    for (const [index, job] of [last, second, first].entries())
      await all.updateOne({ number: job?.number ?? 0 }, { $set: { 'joins.0.id': String(index) } });
    await joinAll(leader);
    expect(await leader.find(String(last?.number))).toMatchObject({ tally: [2, 0, 0, 0, 0, 0, 0] });
  });
});
