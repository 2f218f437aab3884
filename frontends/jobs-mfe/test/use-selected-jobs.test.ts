import { afterEach, expect, it } from '@jest/globals';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import type { Job } from '@numscope/contracts';
import { type SelectedJobs, useSelectedJobs } from '../src/features/jobs/use-selected-jobs.ts';
import { jobWith } from './jobs.ts';

const here = jobWith({ id: 'j1', number: 1 });
const there = jobWith({ id: 'j2', number: 2 });
const refusal = (statusCode: number) => ({ statusCode, code: 'X', message: 'No', requestId: 'r' });

let run: RunCalls<{ numbers: string[]; rows: readonly Job[] }, SelectedJobs>;
const select = (...numbers: string[]): void => {
  run = runCalls(
    ({ numbers: selected, rows }: { numbers: string[]; rows: readonly Job[] }) =>
      useSelectedJobs(new Set(selected), rows),
    {
      numbers,
      rows: [here],
    },
  );
};
afterEach(() => run.end());

it('counts a selected job of another page from when on it is selected, and does nothing to it before it is known', async () => {
  select('1', '2');
  expect(run.now()).toMatchObject({ jobs: [here], count: 2, failed: 0 });
  await run.answer(0, there);
  await run.until(({ jobs }) => jobs.length === 2);
  expect(run.now()).toMatchObject({ count: 2, failed: 0 });
});

it('says of one that could not be asked for that it is selected still, and asks for it again', async () => {
  select('1', '2');
  await run.answer(0, refusal(503), 503);
  await run.until(({ failed }) => failed === 1);
  expect(run.now()).toMatchObject({ jobs: [here], count: 2 });
  run.now().retry();
  await run.answer(1, there);
  await run.until(({ failed, jobs }) => failed === 0 && jobs.length === 2);
});

it('counts none that is gone', async () => {
  select('1', '2', '3');
  await run.answer(0, refusal(404), 404);
  await run.answer(1, jobWith({ id: 'j3', number: 3, status: 'DELETED' }));
  await run.until(({ count }) => count === 1);
  expect(run.now()).toMatchObject({ jobs: [here], failed: 0 });
});
