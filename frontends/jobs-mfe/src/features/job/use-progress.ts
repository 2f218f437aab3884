import type { Job, JobProgress } from '@numscope/contracts';
import { useCall } from '@numscope/ui';

const REFRESH_MS = 5000;

/** How the latest pass of a job got on, as the server kept it; undefined until it has said so. */
export function useProgress(job: Job): JobProgress | undefined {
  const progress = useCall(
    'jobProgress',
    { params: { number: String(job.number) }, query: {} },
    {
      quiet: true,
      keep: false,
      enabled: !job.mainJob && job.parentNumber === null && job.startedOn !== null,
      ...(job.status === 'IN_PROGRESS' ? { every: REFRESH_MS } : {}),
    },
  );
  return progress.data;
}
