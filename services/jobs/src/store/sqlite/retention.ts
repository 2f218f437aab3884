import { column } from '@numscope/adapters/sqlite';
import { limits } from '@numscope/contracts/limits';
import type { CountOfOld } from '@numscope/contracts';
import { endedStatuses, retire } from '../../domain/job.ts';
import { jobRow } from './job-rows.ts';
import type { Writing } from './writing.ts';

/** Jobs that ended long ago, and their deletion. */
export function retention(writing: Writing) {
  const { db } = writing;
  const old = `FROM job WHERE status IN (${endedStatuses.map((status) => `'${status}'`).join(', ')}) AND main = 0 AND finished_on < ?`;
  const count = db.prepare(`SELECT count(*) AS n FROM (SELECT 1 ${old} LIMIT ${limits.exactSearchHits + 1})`);
  const select = db.prepare(`SELECT * ${old} ORDER BY number LIMIT ?`);
  return {
    countEnded(before: number): CountOfOld {
      const found = column.number(count.get(before) ?? {}, 'n');
      return { count: Math.min(found, limits.exactSearchHits), atLeast: found > limits.exactSearchHits };
    },
    retire: (before: number, limit: number, now: number): number =>
      writing.change(() => {
        const jobs = select.all(before, limit).map(jobRow);
        for (const job of jobs) writing.apply(job, retire(job, now));
        return jobs.length;
      }),
  };
}
