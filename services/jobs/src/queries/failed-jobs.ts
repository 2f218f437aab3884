import type { FailedJobs } from '@numscope/contracts';
import type { JobsContext } from '../jobs-context.ts';

/** So many are named. */
const NAMED = 3;
const DAY_MS = 24 * 3600 * 1000;
const ENDED_DAYS = 30;

/** In how many jobs numbers failed, which a retry would ask again, and in which most; not in those that ended long ago. */
export async function failedJobs({ store, kit }: JobsContext): Promise<FailedJobs> {
  const all = await store.failedJobs(kit.clock.now() - ENDED_DAYS * DAY_MS);
  const numbers = all.reduce((sum, { failed }) => sum + failed, 0);
  const first = all.toSorted((a, b) => b.failed - a.failed || b.number - a.number).slice(0, NAMED);
  return { jobs: all.length, numbers, first };
}
