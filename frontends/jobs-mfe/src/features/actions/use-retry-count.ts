import type { Job } from '@numscope/contracts';
import { useCall } from '@numscope/ui';
import { retriable } from '../../domain/job-actions.ts';

/**
 * How many numbers of a job a retry would ask again: those that failed, and found ones that some source did not answer
 * for. Undefined until the server has counted them.
 */
export function useRetryCount(job: Job): number | undefined {
  const hasFound = job.counts.FOUND > 0;
  const counted = useCall(
    'jobSources',
    { params: { number: String(job.number) } },
    { quiet: true, keep: false, enabled: hasFound && job.toRetry !== null },
  );
  if (!hasFound || job.toRetry === null) return retriable(job, 0);
  return counted.data === undefined ? undefined : retriable(job, counted.data.foundIncomplete);
}
