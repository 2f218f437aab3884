import { expect, it } from '@jest/globals';
import { runCalls } from '../../../packages/ui/test/run-calls.ts';
import { useCall } from '@numscope/ui';
import { useRunAction } from '../src/features/actions/use-run-action.ts';
import { jobWith } from './jobs.ts';

const jobs = [7, 8, 9].map((number) => jobWith({ id: `job-${number}`, number }));
const [first = jobWith({})] = jobs;
const refusal = { statusCode: 409, code: 'WRONG_STATE', message: 'Not now', requestId: 'r' };

/** Three jobs, one of which is shown, and the calls that are made of them. */
async function shown() {
  const real = globalThis.fetch;
  const run = runCalls(() => ({ ...useRunAction(), job: useCall('getJob', { params: { number: '7' } }).data }), {});
  const { fetch } = globalThis;
  const asked: string[] = [];
  globalThis.fetch = (input, init) => {
    asked.push(`${init?.method ?? 'GET'} ${String(input)}`);
    return fetch(input, init);
  };
  await run.answer(0, first);
  await run.until(({ job }) => job !== undefined);
  const end = (): void => {
    run.end();
    globalThis.fetch = real;
  };
  return { run, asked, end };
}

it('does something with several jobs one after the other, tells how many were tried, and loads once again what is shown', async () => {
  const { run, asked, end } = await shown();
  const tried: number[] = [];
  const done = run.now().actAll('PAUSE', jobs, { onTried: (count) => tried.push(count), isStopped: () => false });
  await run.until(({ busy }) => busy);
  await run.answer(1, { ...first, status: 'PAUSED' });
  await run.answer(2, refusal, 409);
  await run.answer(3, { ...jobs[2], status: 'PAUSED' });
  expect((await done).map(({ number }) => number)).toEqual([7, 9]);
  expect(tried).toEqual([1, 2, 3]);
  await run.answer(4, { ...first, status: 'PAUSED', name: 'Loaded again' });
  await run.until(({ job, busy }) => job?.name === 'Loaded again' && !busy);
  // The first stands before they are counted.
  expect(asked).toHaveLength(4);
  expect(asked.filter((call) => call.startsWith('GET'))).toHaveLength(1);
  end();
});

it('leaves the rest as they are once it is stopped', async () => {
  const { run, end } = await shown();
  let isStopped = false;
  const done = run.now().actAll('CANCEL', jobs, { onTried: () => (isStopped = true), isStopped: () => isStopped });
  await run.answer(1, { ...first, status: 'CANCELED' });
  expect(await done).toEqual([first]);
  end();
});
