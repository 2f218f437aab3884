import type { FailedJobs } from '@numscope/contracts';
import { retriable } from '../domain/job.ts';
import type { JobsContext } from '../jobs-context.ts';

/** Jobs that are named. */
const NAMED = 3;
const DAY_MS = 24 * 3600 * 1000;
const ENDED_DAYS = 30;
/** The newest jobs alone are looked at: nobody waits for older ones any more. */
const MOST_LOOKED_AT = 1000;

/** In how many jobs numbers failed, which a retry would ask again, and in which most; not in those that ended long ago. */
export async function failedJobs({ store, kit }: JobsContext): Promise<FailedJobs> {
  const jobs = await store.recentJobs(retriable, kit.clock.now() - ENDED_DAYS * DAY_MS, MOST_LOOKED_AT);
  const all = jobs.flatMap(({ number, toRetry }) => (toRetry ? [{ number, failed: toRetry }] : []));
  const numbers = all.reduce((sum, { failed }) => sum + failed, 0);
  const first = all.toSorted((a, b) => b.failed - a.failed || b.number - a.number).slice(0, NAMED);
  return { jobs: all.length, numbers, first };
}
