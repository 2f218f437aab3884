import type { CountOfOld, JobStatus } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import { endedStatuses, retire } from '../../domain/job.ts';
import type { Collections } from './documents.ts';
import type { Jobs } from './jobs.ts';

/** Jobs that ended long ago, and their deletion. */
export function retention({ jobs: all }: Pick<Collections, 'jobs'>, jobs: Jobs) {
  const old = (before: number) => ({
    status: { $in: [...endedStatuses] as JobStatus[] },
    main: false,
    finished_on: { $lt: before },
  });
  return {
    async countEnded(before: number): Promise<CountOfOld> {
      const found = await all.countDocuments(old(before), { limit: limits.exactSearchHits + 1 });
      return { count: Math.min(found, limits.exactSearchHits), atLeast: found > limits.exactSearchHits };
    },
    async retire(before: number, limit: number, now: number): Promise<number> {
      const found = await all
        .find(old(before), { projection: { key: 1 } })
        .sort({ number: 1 })
        .limit(limit)
        .toArray();
      for (const { key } of found)
        await jobs.step(key, async (job) => {
          // It may have been played again meanwhile.
          const { status, finished_on: end } = job;
          const stillOld = endedStatuses.some((each) => each === status) && end !== null && end < before;
          return stillOld ? retire(job, now) : null;
        });
      return found.length;
    },
  };
}
