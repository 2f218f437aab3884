import { expect, it } from '@jest/globals';
import { JobFilter } from '@numscope/contracts';
import { jobsView } from '../src/features/jobs/jobs-view.ts';
import { filterOf, type JobsView } from '../src/features/jobs/use-jobs.ts';

const empty = Object.fromEntries(Object.entries(jobsView).map(([name, { fallback }]) => [name, fallback])) as JobsView;
const asked = (number: string) => JobFilter.parse(filterOf({ ...empty, number }, 20)).jobNumber;

it('asks for the job of the number that the filter says, and for that of no job where it says none', () => {
  expect([asked(''), asked('12')]).toEqual([undefined, 12]);
  // All jobs would be listed below a filter that is set.
  expect([asked('99999999999999999999'), asked('harbour')]).toEqual(Array(2).fill(Number.MAX_SAFE_INTEGER));
});
