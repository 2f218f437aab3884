import { expect, it } from '@jest/globals';
import type { JobStatus } from '@numscope/contracts';
import { changedOn, workedMs } from '../src/domain/job-times.ts';
import { moved, type JobState } from '../src/domain/job-state.ts';
import { newJob } from '../src/domain/job.ts';

const draft = { name: 'A job', type: 'REGULAR', iteration: 1, schedule: null, purpose: null, hold: true } as const;
const made = newJob(draft, { key: 2, id: 'two', number: 2 }, { by: 'ann', at: 1 });

/** The job after it got these statuses at these moments. */
const after = (...turns: ReadonlyArray<readonly [at: number, to: JobStatus]>): JobState =>
  turns.reduce<JobState>((job, [at, to]) => {
    const { job: next } = moved(job, to, { by: 'ann', at });
    return to === 'IN_PROGRESS' ? { ...next, started_on: next.started_on ?? at } : next;
  }, made);

it('a job worked while it was in progress, not while it was paused, stopped or waited for a slot', () => {
  const paused = after([1, 'SCHEDULED'], [100, 'IN_PROGRESS'], [150, 'PAUSED']);
  expect(workedMs(paused)).toBe(50);
  const done = after(
    ...([
      [1, 'SCHEDULED'],
      [100, 'IN_PROGRESS'],
      [150, 'PAUSED'],
      [1000, 'SCHEDULED'],
      [1010, 'IN_PROGRESS'],
      [1040, 'DONE'],
      [5000, 'SCHEDULED'],
      [5001, 'IN_PROGRESS'],
      [5006, 'DONE'],
    ] as const),
  );
  expect(workedMs(done)).toBe(50 + 30 + 5);
});

it('that is not known while it is in progress, before it began, and where its beginning is kept no more', () => {
  const begun = [
    [1, 'SCHEDULED'],
    [100, 'IN_PROGRESS'],
  ] as const;
  expect([workedMs(made), workedMs(after(...begun))]).toEqual([null, null]);
  const restless = Array.from({ length: 120 }, (_none, i): [number, JobStatus] => [
    200 + i,
    i % 2 === 0 ? 'PAUSED' : 'IN_PROGRESS',
  ]);
  expect(workedMs(after(...begun, ...restless, [400, 'DONE']))).toBeNull();
});

it('no status of a job is of before the one that it had, whatever clock says so', () => {
  expect(changedOn(made)).toBe(1);
  const ahead = after([500, 'SCHEDULED'], [480, 'IN_PROGRESS']);
  expect(changedOn(ahead)).toBe(500);
  expect(changedOn(after([500, 'SCHEDULED'], [600, 'IN_PROGRESS']))).toBe(600);
});
