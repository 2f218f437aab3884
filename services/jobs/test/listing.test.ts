import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestKit, phoneResolvedEvent, type TestKit } from '@numscope/testing';
import type { JobDraft } from '../src/domain/job.ts';
import { progressOf } from '../src/domain/phone-status.ts';
import type { Act, JobListFilter, JobRecord, JobStore } from '../src/store/job-store.port.ts';
import { openTestStore } from './open-store.ts';

const act: Act = { by: 'admin', at: 1, audit: null };
const draft: JobDraft = { name: '', type: 'REGULAR', iteration: 1, schedule: null, purpose: null, hold: false };
const FIRST = 998_901_000_000;

let kit: TestKit;
let store: JobStore;
beforeEach(async () => {
  kit = await createTestKit('jobs');
  store = await openTestStore(kit);
  await store.ensureMainJob(act);
});
afterEach(async () => {
  await store.close();
  await kit.close();
});

async function create(name: string, phones: number, texts: string[] = []): Promise<JobRecord> {
  const upload = await store.beginUpload();
  for (let from = 0; from < phones; from += 10_000) {
    const length = Math.min(10_000, phones - from);
    const numbers = Float64Array.from({ length }, (_none, index) => FIRST + from + index);
    await store.addPhones(upload, { numbers, notValid: null, texts: [] });
  }
  if (texts.length > 0) await store.addPhones(upload, { numbers: new Float64Array(0), notValid: null, texts });
  return store.commitUpload(upload, { ...draft, name }, { read: phones + texts.length, skippedLines: 0 }, act);
}

async function answer({ id, number, key }: JobRecord, pass: number, phones: number[]): Promise<void> {
  await store.dispatch([{ key, phones: phones.length }]);
  const sources = [{ source: 'OFFICE', status: 'NOT_FOUND' as const, at: 1, cached: false }];
  const texts = phones.map(
    (at) =>
      phoneResolvedEvent({ phone: `+${FIRST + at}`, job: { id, number, pass }, status: 'NOT_FOUND', sources }).json,
  );
  await store.resolved(texts, 3);
}

const all = { offset: 0, limit: 100 };
const named = async (filter: Partial<JobListFilter>): Promise<string[]> =>
  (await store.list({ ...all, ...filter })).jobs.map(({ name }) => name);

it('sorts by the counts that are shown: those of the present pass, also where nothing of it is answered yet', async () => {
  const half = await create('half answered', 2);
  const again = await create('in its next pass', 3);
  await create('without a valid number', 0, ['12']);
  await store.promote(2, 8);
  await answer(half, 1, [0]);
  await answer(again, 1, [0, 1, 2]);
  expect(await named({ sort: { field: 'phonesSent', direction: 'DESC' } })).toEqual([
    'in its next pass',
    'half answered',
    'without a valid number',
  ]);
  await store.change(again.id, 'PLAY', false, act);
  await store.promote(4, 8);
  const byProgress = { field: 'progress', direction: 'DESC' } as const;
  const { jobs } = await store.list({ ...all, sort: byProgress });
  expect(jobs.map(({ name, pass, tally, status }) => [name, pass, progressOf(tally, status === 'DONE')])).toEqual([
    ['without a valid number', 1, 100],
    ['half answered', 1, 50],
    ['in its next pass', 2, 0],
  ]);
  expect(await named({ sort: { ...byProgress, direction: 'ASC' } })).toEqual(jobs.map(({ name }) => name).toReversed());
  expect((await named({ sort: { field: 'phonesSent', direction: 'DESC' } }))[0]).toBe('half answered');
});

it('lists sub-tasks as it lists jobs: newest first or as asked, those that a filter lets through', async () => {
  const job = await create('Super', 20_500);
  await store.promote(2, 8);
  const tasks = await store.list({ ...all, parentNumber: job.number });
  expect(tasks.total).toBe(3);
  const numbers = tasks.jobs.map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  const [last = 0, middle = 0, first = 0] = numbers;
  // Less than a tenth of a per cent is not shown.
  await answer(
    job,
    1,
    Array.from({ length: 20 }, (_none, index) => index),
  );

  const of = async (filter: Partial<JobListFilter>): Promise<number[]> =>
    (await store.list({ ...all, parentNumber: job.number, ...filter })).jobs.map(({ number }) => number);
  expect(await of({ sort: { field: 'number', direction: 'ASC' } })).toEqual([first, middle, last]);
  expect(await of({ sort: { field: 'totalPhoneNumbers', direction: 'ASC' } })).toEqual([last, middle, first]);
  expect(await of({ sort: { field: 'progress', direction: 'DESC' }, limit: 1 })).toEqual([first]);
  expect(await of({ offset: 1, limit: 1 })).toEqual([middle]);
  expect(await of({ jobNumber: middle })).toEqual([middle]);
  expect(await of({ jobName: 'sUp', createdBy: 'ADM', status: ['IN_PROGRESS'] })).toEqual([first]);
  for (const filter of [
    { jobName: 'other' },
    { createdBy: 'ann' },
    { nameOrNumber: 'x' },
    { mainJob: true },
    { jobNumber: 1 },
  ])
    expect(await of(filter)).toEqual([]);
});

it('finds by any text that a request may have: rare blanks, a null character, and what patterns are made of', async () => {
  const names = ['A\u3000B', '12\u202F345', 'a\uFEFFb', 'what (ever)? [no] 1+1=2 $^.*'];
  for (const name of names) await create(name, 1);
  for (const name of names) {
    expect(await named({ jobName: name.slice(1) })).toEqual([name]);
    expect(await named({ nameOrNumber: name })).toEqual([name]);
    expect(await named({ createdBy: name })).toEqual([]);
  }
  for (const text of ['\0', 'A\0', '\uD800', '\\']) {
    expect(await named({ jobName: text })).toEqual([]);
    expect(await named({ nameOrNumber: text, createdBy: text })).toEqual([]);
  }
});

it('finds a sub-task by its number or its id, and leaves sub-tasks out otherwise', async () => {
  const job = await create('Super', 10_001);
  const [task] = (await store.list({ ...all, parentNumber: job.number })).jobs;
  if (!task) throw new Error('no sub-task');
  for (const filter of [{ jobNumber: task.number }, { jobId: task.id }])
    expect(await store.list({ ...all, ...filter })).toMatchObject({
      jobs: [{ number: task.number, subtype: 'SUB_TASK', parentNumber: job.number }],
      total: 1,
    });
  expect(await named({ jobNumber: task.number, jobName: 'other' })).toEqual([]);
  expect((await store.list(all)).jobs.map(({ number }) => number)).toEqual([job.number]);
});
