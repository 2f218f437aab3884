import type { Job } from '@numscope/contracts';

/** How often what is shown of a running job is asked for again, in milliseconds. */
export const REFRESH_MS = 5000;

/** The options of a call about a job: it is repeated as long as the job runs. */
export const whileRunning = ({ status }: Pick<Job, 'status'>): { every?: number } =>
  status === 'IN_PROGRESS' ? { every: REFRESH_MS } : {};
