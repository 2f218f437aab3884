import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Job } from '@numscope/contracts';
import { type FoundJobs, useFoundJobs } from '../src/net/use-found-jobs.ts';
import { fakeBrowser } from './browser.ts';
import { type RunHook, runHook } from './run-hook.ts';

const jobOf = (number: number): Job => ({
  id: `job-${number}`,
  number,
  name: 'Night',
  status: 'DONE',
  type: 'REGULAR',
  subtype: 'SINGLE',
  iteration: 1,
  pass: 1,
  cyclic: false,
  prioritized: false,
  mainJob: false,
  schedule: null,
  createdOn: 1,
  createdBy: 'l_okafor',
  startedOn: null,
  finishedOn: null,
  changedOn: 1,
  workedMs: null,
  phonesSent: 0,
  totalPhoneNumbers: 0,
  progress: 0,
  counts: { PENDING: 0, SENT: 0, FOUND: 0, NOT_FOUND: 0, FAILED: 0, NOT_VALID: 0 },
  waiting: [],
  duplicates: 0,
  skippedLines: 0,
  rate: 0,
  eta: null,
  nextPassAt: null,
  purpose: null,
  mergedInto: null,
  parentNumber: null,
  toCome: 0,
  toRetry: 0,
  actions: [],
});

const real = globalThis.fetch;
/** What the server was asked for, and answers once the test says. */
let asked: { text: string; answer: (response: Response) => void }[];
let found: RunHook<{ text: string | null }, FoundJobs>;

beforeEach(() => {
  fakeBrowser();
  asked = [];
  globalThis.fetch = (url, init) =>
    new Promise((answer, reject) => {
      asked.push({ text: new URL(String(url), 'http://here').searchParams.get('nameOrNumber') ?? '', answer });
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  found = runHook(({ text }) => useFoundJobs(text, 6), { text: '5' });
});
afterEach(() => {
  found.end();
  globalThis.fetch = real;
});

/** Resolves when the server is asked for this text. */
async function request(text: string): Promise<(response: Response) => void> {
  for (;;) {
    const found = asked.find((one) => one.text === text);
    if (found) return found.answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const jobs = (...numbers: number[]): Response => Response.json(numbers.map(jobOf));
const away = (): Response =>
  Response.json({ statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'Away', requestId: 'r' }, { status: 503 });

const searching: FoundJobs = { jobs: [], searching: true, failure: null };
const isThere = ({ searching }: FoundJobs): boolean => !searching;
const numbersOf = (found: FoundJobs): number[] => found.jobs.map(({ number }) => number);

it('when another text is typed, then what the earlier one found is not offered for it', async () => {
  expect(found.now()).toEqual(searching);
  (await request('5'))(jobs(5));
  await found.until(isThere);
  expect(numbersOf(found.now())).toEqual([5]);
  found.give({ text: '7' });
  expect(found.now()).toEqual(searching);
  (await request('7'))(jobs(7));
  await found.until(isThere);
  expect(numbersOf(found.now())).toEqual([7]);
});

it('when a search is given up, then that says nothing of its text, and it goes on for the one that stands', async () => {
  await request('5');
  found.give({ text: '7' });
  const answer = await request('7');
  expect(found.now()).toEqual(searching);
  found.give({ text: '5' });
  expect(found.now()).toEqual(searching);
  found.give({ text: '7' });
  answer(jobs(5));
  await new Promise((resolve) => setImmediate(resolve));
  expect(found.now()).toEqual(searching);
});

it('when none fits, then that is known once it was answered', async () => {
  (await request('5'))(jobs());
  await found.until(isThere);
  expect(found.now()).toEqual({ jobs: [], searching: false, failure: null });
});

it('when it could not be searched for, then it says why, until another text stands', async () => {
  (await request('5'))(away());
  await found.until(isThere);
  expect(found.now()).toEqual({ jobs: [], searching: false, failure: 'Away' });
  found.give({ text: '7' });
  expect(found.now()).toEqual(searching);
});

it('when nobody asks, then nothing is searched for', () => {
  found.give({ text: null });
  expect(found.now()).toEqual({ jobs: [], searching: false, failure: null });
});
