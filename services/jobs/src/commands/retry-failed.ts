import type { JobsContext } from '../jobs-context.ts';
import type { Act, JobRecord } from '../store/job-store.port.ts';
import { changedJob } from './refusal.ts';

/**
 * Has what failed asked again, and only that.
 * @throws ApiError NOT_FOUND, WRONG_STATE
 */
export async function retryFailed(ref: string, context: JobsContext, act: Act): Promise<JobRecord> {
  const { store, settings } = context;
  const job = changedJob(await store.retryFailed(ref, act), settings);
  await store.promote(act.at, settings.maxRunningJobs);
  context.committed();
  return (await store.find(ref)) ?? job;
}
