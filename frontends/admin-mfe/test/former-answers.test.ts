import { expect, it } from '@jest/globals';
import { Retention, SourceStatistics } from '@numscope/contracts';
import { runCalls } from '../../../packages/ui/test/run-calls.ts';
import { writtenOf } from '../src/features/privacy/retention-days.ts';
import { useNextRun } from '../src/features/privacy/use-next-run.ts';
import { type Range, useWorth } from '../src/features/sources/use-worth.ts';

const asked = {
  asked: 1,
  found: 1,
  nothing: 0,
  failed: 0,
  cost: 0,
  fresh: 1,
  agreed: 0,
  contradicted: 0,
  costOfUseful: 0,
};
const figures = SourceStatistics.parse({
  source: 'A',
  from: 0,
  to: 1,
  span: 'HOUR',
  total: asked,
  ever: asked,
  countries: [],
  times: [],
  photos: { waiting: 0, givenUp: 0 },
});

it('tells no figures of a source of another range than that which is asked for', async () => {
  const worth = runCalls(({ range }: { range: Range }) => useWorth('A', range, 0), { range: 'day' });
  await worth.answer(0, figures);
  await worth.until(({ data }) => data !== undefined);
  worth.give({ range: 'ever' });
  expect(worth.now().data).toBeUndefined();
  worth.end();
});

const days = { observations: null, jobs: 30, audit: 365 };
const next = (jobs: number) => ({
  at: 1,
  days,
  jobs: { count: jobs, atLeast: false },
  observations: { count: 0, atLeast: false },
  profiles: { count: 0, atLeast: false },
  auditEntries: { count: 0, atLeast: false },
  auditSetting: null,
});
const set = Retention.parse({ days, by: null, at: null, next: next(5), runs: [] });
const of = (jobs: number) => writtenOf({ ...days, jobs });

it('tells what would be removed only of the days that stand in the fields', async () => {
  const told = runCalls(useNextRun, { set, shown: of(30), written: of(30) });
  const jobs = () => told.now().next?.jobs.count;
  expect(jobs()).toBe(5);
  told.give({ set, shown: of(30), written: of(10) });
  expect(jobs()).toBeUndefined();
  told.give({ set, shown: of(10), written: of(10) });
  expect(jobs()).toBeUndefined();
  await told.answer(0, { ...set, next: next(90) });
  await told.until((run) => run.next?.jobs.count === 90);
  told.give({ set, shown: of(9), written: of(9) });
  expect(jobs()).toBeUndefined();
  told.end();
});

it('tells of days that remove more than those that are kept whether somebody has seen how much', async () => {
  const told = runCalls(useNextRun, { set, shown: of(30), written: of(30) });
  const unseen = () => told.now().isUnseen;
  expect(unseen()).toBe(false);
  told.give({ set, shown: of(30), written: of(300) });
  expect(unseen()).toBe(false);
  told.give({ set, shown: of(30), written: of(3) });
  expect(unseen()).toBe(true);
  told.give({ set, shown: of(3), written: of(3) });
  expect(unseen()).toBe(true);
  await told.answer(0, { ...set, next: next(90) });
  await told.until((run) => !run.isUnseen);
  told.give({ set, shown: of(2), written: of(2) });
  await told.answer(1, { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'No', requestId: 'r' }, 503);
  await told.until((run) => run.error !== null);
  expect(unseen()).toBe(false);
  told.end();
});

it('tells nothing of days that are wrong', () => {
  const wrong = { ...of(30), jobs: 'x' };
  const told = runCalls(useNextRun, { set, shown: wrong, written: wrong });
  expect(told.now().next).toBeUndefined();
  told.end();
});
