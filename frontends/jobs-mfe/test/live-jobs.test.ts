import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { CallName, Job } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { keepJob } from '../src/features/actions/keep-job.ts';
import { LiveJobs } from '../src/features/jobs/live-jobs.ts';
import { jobWith } from './jobs.ts';

const at = 1;
let client: QueryClient;
let live: LiveJobs;
/** What was asked for since it was last looked at. */
let asked: string[];

/** Everything that the screen of this job shows beside the job itself; it has been loaded. */
async function show({ id, number }: Job): Promise<void> {
  const params = { number: String(number) };
  const inputs: Partial<Record<CallName, object>> = {
    jobPhones: { params: { id }, body: { page: 0, size: 10 } },
    jobProgress: { params, query: {} },
    jobSources: { params },
    jobPasses: { params },
    comparePasses: { params, query: { from: 1, to: 2, page: 0, size: 50 } },
  };
  const loads = Object.entries(inputs).map(([call, input]) => {
    const queryFn = async (): Promise<string> => {
      asked.push(`${call} ${number}`);
      return call;
    };
    const observer = new QueryObserver(client, { queryKey: [call, input], queryFn, staleTime: Infinity });
    return new Promise<void>((resolve) =>
      observer.subscribe(({ isSuccess, isFetching }) => {
        if (isSuccess && !isFetching) resolve();
      }),
    );
  });
  await Promise.all(loads);
  asked = [];
}

beforeEach(() => {
  client = new QueryClient();
  live = new LiveJobs(client);
  asked = [];
});
afterEach(() => {
  live.stop();
  client.clear();
});

const running = jobWith({ id: 'job-7', number: 7 });
const ended = jobWith({ id: 'job-7', number: 7, status: 'DONE' });

it('when a job has ended, then what is shown beside it is asked for once more, and nothing of another job', async () => {
  await show(running);
  await show(jobWith({ id: 'job-8', number: 8 }));
  live.hear({ type: 'job.updated', at, data: ended });
  expect(asked.toSorted()).toEqual(['comparePasses 7', 'jobPasses 7', 'jobPhones 7', 'jobProgress 7', 'jobSources 7']);
});

it('when it only goes on, or a part of it has ended, then nothing of that is asked for', async () => {
  await show(running);
  live.hear({ type: 'job.progress', at, data: { ...running, progress: 50 } });
  live.hear({ type: 'job.updated', at, data: { ...ended, parentNumber: 3 } });
  expect(asked).toEqual([]);
});

it('puts the news into the list that is shown, with what this person may do while it only goes on', () => {
  const key = callKey('searchJobs', { body: {} });
  const one = (): Job | undefined => client.getQueryData<{ content: Job[] }>(key)?.content[0];
  client.setQueryData(key, { content: [running] });
  live.hear({ type: 'job.progress', at, data: { ...running, progress: 50, actions: [] } });
  expect(one()).toEqual({ ...running, progress: 50 });
  live.hear({ type: 'job.updated', at, data: ended });
  expect(one()).toEqual(ended);
});

it('when an order was answered, then news from before it changes nothing, wherever the job is shown', () => {
  const list = callKey('searchJobs', { body: {} });
  const page = callKey('getJob', { params: { number: '7' } });
  const before = jobWith({ id: 'job-7', number: 7, changedOn: 2000 });
  const paused = jobWith({ id: 'job-7', number: 7, status: 'PAUSED', changedOn: 3000 });
  client.setQueryData(list, { content: [before] });
  client.setQueryData(page, before);
  keepJob(client, paused);
  live.hear({ type: 'job.updated', at, data: before });
  live.hear({ type: 'job.progress', at, data: { ...before, progress: 50 } });
  expect([client.getQueryData<{ content: Job[] }>(list)?.content, client.getQueryData(page)]).toEqual([
    [paused],
    paused,
  ]);
  const played = jobWith({ id: 'job-7', number: 7, status: 'SCHEDULED', changedOn: 3000 });
  live.hear({ type: 'job.updated', at, data: played });
  expect(client.getQueryData(page)).toEqual(played);
});

it('when a job was deleted, then it is asked for once more where it is open, and no other', async () => {
  for (const number of [7, 8]) {
    const queryFn = async (): Promise<Job> => {
      asked.push(`getJob ${number}`);
      return jobWith({ id: `job-${number}`, number });
    };
    // By its id, as links have it.
    const queryKey = callKey('getJob', { params: { number: `job-${number}` } });
    await client.fetchQuery({ queryKey, queryFn, staleTime: Infinity });
    new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined);
  }
  asked = [];
  live.hear({ type: 'job.deleted', at, data: { number: 7 } });
  expect(asked).toEqual(['getJob 7']);
});
