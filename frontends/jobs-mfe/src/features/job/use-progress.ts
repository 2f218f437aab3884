import type { Job } from '@numscope/contracts';
import { useCall } from '@numscope/ui';
import { whileRunning } from './while-running.ts';

/** How the latest pass of a job got on, as the server kept it. */
export const useProgress = (job: Job) =>
  useCall(
    'jobProgress',
    { params: { number: String(job.number) }, query: {} },
    {
      quiet: true,
      keep: false,
      enabled: !job.mainJob && job.parentNumber === null && job.startedOn !== null,
      ...whileRunning(job),
    },
  );
