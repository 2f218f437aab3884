import type { Job, JobAction } from '@numscope/contracts';

/** Everything that can be asked for from a job's row. RETRY is no state of its own: it asks again what failed. */
export type RowAction = JobAction | 'RETRY';

export const may = (job: Job, action: JobAction): boolean => job.actions.includes(action);

/**
 * How many numbers of a job can be asked again, by what the server says of it; `incomplete` are found ones that some
 * source did not answer for.
 */
export const retriable = ({ toRetry }: Pick<Job, 'toRetry'>, incomplete: number): number =>
  toRetry === null ? 0 : toRetry + incomplete;

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
