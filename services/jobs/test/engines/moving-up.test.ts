import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { phoneStatuses } from '@numscope/contracts';
import { moveRecords, phoneResolvedEvent, profileUpdatedEvent } from '@numscope/testing';
import { openJobsStore } from '../../src/store/sqlite/index.ts';
import type { JobRecord, JobStore, PhoneRecord } from '../../src/store/job-store.port.ts';
import { code } from '../../src/domain/phone-status.ts';
import { movingJobs, settleJobs } from '../../src/store/move-up.ts';
import { act, createInstances, createJob, FIRST, type Instances } from './instances.ts';

/** More than one sub-task. */
const PHONES = 12_345;
const MAIN_PHONES = 1300;
const SOURCE = { source: 'OFFICE', status: 'NOT_FOUND', at: 1, cached: false } as const;

let instances: Instances;
let embedded: JobStore;

beforeEach(async () => {
  instances = await createInstances();
  embedded = await openJobsStore({ dataDir: instances.dir });
  await embedded.ensureMainJob(act);
});
afterEach(() => instances.close());

const answered = ({ id, number }: JobRecord, pass: number, phone: number, status: 'FOUND' | 'NOT_FOUND'): string =>
  phoneResolvedEvent({
    phone: `+${phone}`,
    job: { id, number, pass },
    status,
    sources: [{ ...SOURCE, status }],
  }).json;

async function answer(
  store: JobStore,
  job: JobRecord,
  pass: number,
  from: number,
  to: number,
  status: 'FOUND' | 'NOT_FOUND',
) {
  for (let at = from; at < to; at += 1000) {
    const phones = Array.from({ length: Math.min(1000, to - at) }, (_none, index) => FIRST + at + index);
    await store.resolved(
      phones.map((phone) => answered(job, pass, phone, status)),
      5,
    );
  }
}

const handOut = async (store: JobStore, key: number, phones: number): Promise<void> => {
  for (let sent = 0; sent < phones;) sent += await store.dispatch([{ key, phones: Math.min(500, phones - sent) }]);
};

async function phonesOf(store: JobStore, { number }: JobRecord): Promise<PhoneRecord[]> {
  const all: PhoneRecord[] = [];
  for (;;) {
    const slice = await store.phones(String(number), { statuses: phoneStatuses, offset: all.length, limit: 5000 });
    if (!slice || slice.phones.length === 0) return all;
    all.push(...slice.phones);
  }
}

const byPhone = (phones: PhoneRecord[]): PhoneRecord[] => phones.toSorted((a, b) => (a.phone < b.phone ? -1 : 1));

const jobsOf = async (store: JobStore): Promise<JobRecord[]> => (await store.list({ offset: 0, limit: 100 })).jobs;

async function move(): Promise<void> {
  await embedded.close();
  await settleJobs(instances.dir);
  await moveRecords(movingJobs, instances.dir, instances.connection);
}

/**
 * A job in its second pass, of which one part has begun and some phones are answered, some handed out, some found and
 * without their profile.
 */
async function jobInTheMiddle(): Promise<JobRecord> {
  const job = await createJob(embedded, PHONES, { name: 'In the middle', iteration: 2 });
  const upload = await embedded.beginUpload();
  await embedded.addPhones(upload, { numbers: new Float64Array(), notValid: null, texts: ['12ab'] });
  await embedded.joinUpload(upload, String(job.number), { read: 1, skippedLines: 0 }, act);
  while (await embedded.joinNext(2));
  await embedded.promote(3, 8);
  await handOut(embedded, job.key, PHONES);
  await answer(embedded, job, 1, 0, PHONES, 'NOT_FOUND');
  await embedded.promote(Number.MAX_SAFE_INTEGER, 8);
  await handOut(embedded, job.key, 900);
  await answer(embedded, job, 2, 0, 300, 'NOT_FOUND');
  await answer(embedded, job, 2, 300, 400, 'FOUND');
  return job;
}

it('shows the same jobs with the same phones, and ends what was in the middle', async () => {
  const middle = await jobInTheMiddle();
  const paused = await createJob(embedded, 700, { name: 'Paused', hold: true });
  const gone = await createJob(embedded, 600, { name: 'Gone', hold: true });
  await embedded.change(String(gone.number), 'DELETE', false, act);
  const upload = await embedded.beginUpload();
  const numbers = Float64Array.from({ length: MAIN_PHONES }, (_none, index) => FIRST + index);
  await embedded.addPhones(upload, { numbers, notValid: null, texts: [] });
  await embedded.joinUpload(upload, '1', { read: MAIN_PHONES, skippedLines: 0 }, act);
  while (await embedded.joinNext(2));
  await embedded.refresh(`+${FIRST + 5}`, act);
  const curve = { width: 1000, points: [[2, 0, 0] as const, [5, 0, 7] as const], stretches: [], seen: 6 };
  await embedded.keepCurve(middle.key, 2, curve);
  await embedded.noteSource('OFFICE', true, 3);
  await embedded.noteSource('OFFICE', false, 4);
  const before = await jobsOf(embedded);
  const phones = new Map(
    await Promise.all(before.map(async (job) => [job.number, await phonesOf(embedded, job)] as const)),
  );

  await move();
  const moved = await instances.open();
  const after = await jobsOf(moved);
  const bare = ({ tally: _tally, pass: _pass, ...job }: JobRecord) => job;
  expect(after.map(bare)).toEqual(before.map(bare));
  expect(await moved.curveOf(middle.key, 2)).toEqual(curve);
  expect(await moved.outages(0, 9)).toEqual([{ source: 'OFFICE', since: 3, until: 4 }]);
  expect(await moved.find(String(gone.number))).toBeNull();
  expect((await moved.find(String(paused.number)))?.tally).toEqual([700, 0, 0, 0, 0, 0, 0]);
  for (const job of after) {
    const expected = (phones.get(job.number) ?? []).map((phone) =>
      phone.status === 'SENT' && phone.sources.length === 0 ? { ...phone, status: 'PENDING' as const } : phone,
    );
    expect(byPhone(await phonesOf(moved, job))).toEqual(byPhone(expected));
  }
  // Handed out and not answered: waits again. Found and not told: waits for its profile alone.
  expect((await moved.find(String(middle.number)))?.tally).toEqual([PHONES - 400, 100, 0, 300, 0, 1, 0]);
  // What the first pass found stays beside the second.
  const former = instances.connection.collection('phones');
  expect(await former.countDocuments({ job: middle.key, pass: 1, status: code.NOT_FOUND })).toBe(PHONES);

  // The main job takes the same number in again, and has it once.
  await moved.refresh(`+${FIRST + 1200}`, act);
  expect((await phonesOf(moved, await moved.mainJob())).length).toBe(MAIN_PHONES);

  // A new job gets a number that no other has.
  const next = await createJob(moved, 10);
  expect(before.every(({ number, key }) => number < next.number && key < next.key)).toBe(true);

  await moved.profiled(
    Array.from({ length: 100 }, (_none, index) => {
      const job = { id: middle.id, number: middle.number, pass: 2 };
      return profileUpdatedEvent({ phone: `+${FIRST + 300 + index}`, job }).json;
    }),
    6,
  );
  await handOut(moved, middle.key, PHONES - 400);
  await answer(moved, middle, 2, 400, PHONES, 'NOT_FOUND');
  expect(await moved.find(String(middle.number))).toMatchObject({
    status: 'DONE',
    tally: [0, 0, 100, PHONES - 100, 0, 1, 0],
  });
});

it('asks again only what failed of a job that was moved while it was about to', async () => {
  const job = await createJob(embedded, 3);
  await embedded.promote(2, 8);
  await handOut(embedded, job.key, 3);
  const place = { id: job.id, number: job.number, pass: 1 };
  const sources = [{ ...SOURCE, status: 'FAILED' } as const];
  await embedded.resolved([phoneResolvedEvent({ phone: `+${FIRST}`, job: place, status: 'FAILED', sources }).json], 3);
  await embedded.change(job.id, 'STOP', false, act);
  await embedded.retryFailed(job.id, act);

  await move();
  const moved = await instances.open();
  expect(await moved.find(job.id)).toMatchObject({ status: 'SCHEDULED', tally: [3, 0, 0, 0, 0, 0, 0], toCome: 1 });
  await moved.promote(4, 8);
  expect(await moved.dispatch([{ key: job.key, phones: 3 }])).toBe(1);
});
