import type { JobPassInfo } from '@numscope/contracts';
import { countsOf } from '../domain/phone-status.ts';
import type { JobRecord } from '../store/job-store.port.ts';

/** The latest passes that are listed. */
const LISTED = 100;

/** The number of a job's latest pass that has begun; the main job has none, as it looks numbers up one by one. */
export const latestPass = ({ mainJob, pass, passBegun }: JobRecord): number =>
  mainJob || passBegun === null ? 0 : pass;

/** The passes of a job, newest first: of its latest the counts of now, of others as they ended. */
export function jobPasses(job: JobRecord): JobPassInfo[] {
  const latest = latestPass(job);
  const isOver = job.status !== 'IN_PROGRESS';
  return Array.from({ length: Math.min(latest, LISTED) }, (_none, index) => {
    const pass = latest - index;
    const kept = job.history.find((each) => each.pass === pass);
    if (pass !== latest)
      return {
        pass,
        startedOn: kept?.begun ?? null,
        finishedOn: kept?.ended ?? null,
        counts: kept ? countsOf(kept.tally) : null,
      };
    return {
      pass,
      startedOn: job.passBegun,
      finishedOn: isOver ? (kept?.ended ?? null) : null,
      counts: countsOf(job.tally),
    };
  });
}
