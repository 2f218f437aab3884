import type { Job, JobAction, JobStatus } from '@numscope/contracts';

/** Everything that can be asked for from a job's row. RETRY is no state of its own: it asks again what failed. */
export type RowAction = JobAction | 'RETRY';

export const may = (job: Job, action: JobAction): boolean => job.actions.includes(action);

/** Where the server asks again what failed: while the job runs or waits, and when it is done. */
const retriable: readonly JobStatus[] = ['IN_PROGRESS', 'SCHEDULED', 'PAUSED', 'DONE'];

/**
 * What failed can be asked again, of a whole job, unless it was stopped before all its numbers were asked; `incomplete`
 * are found numbers that some source did not answer for.
 */
export const mayRetry = (job: Job, incomplete = 0): boolean =>
  job.counts.FAILED + incomplete > 0 &&
  job.parentNumber === null &&
  retriable.includes(job.status) &&
  !(job.status === 'DONE' && job.counts.PENDING > 0);

/** The one action that stands in the row itself. */
export function firstAction(job: Job): 'PLAY' | 'PAUSE' | null {
  return may(job, 'PAUSE') && job.status !== 'CREATED'
    ? 'PAUSE'
    : may(job, 'PLAY')
      ? 'PLAY'
      : may(job, 'PAUSE')
        ? 'PAUSE'
        : null;
}

/** A link to the profiles that a job found. */
export const resultsPath = (
  job: Pick<Job, 'number'>,
  write: (criterion: { field: string; value: string }) => string[],
): string =>
  `/ext/results?${new URLSearchParams(write({ field: 'jobId', value: String(job.number) }).map((q) => ['q', q])).toString()}`;
