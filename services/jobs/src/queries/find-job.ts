import { apiError } from '@numscope/contracts';
import type { JobsContext } from '../jobs-context.ts';
import type { JobRecord } from '../store/job-store.port.ts';

/**
 * A job or sub-task by its id or number.
 * @throws ApiError NOT_FOUND
 */
export async function findJob(ref: string, { store }: JobsContext): Promise<JobRecord> {
  const job = await store.find(ref);
  if (!job) throw apiError('NOT_FOUND');
  return job;
}
