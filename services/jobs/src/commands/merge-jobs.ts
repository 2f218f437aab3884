import type { JobMerge } from '@numscope/contracts';
import type * as z from 'zod';
import type { JobsContext } from '../jobs-context.ts';
import type { Act, JobRecord } from '../store/job-store.port.ts';
import { changedJob } from './refusal.ts';

/**
 * Has the phones of jobs join another, with what is known of them.
 * @throws ApiError NOT_FOUND, WRONG_STATE, MAIN_JOB, INVALID; `details.number` names the job at fault
 */
export async function mergeJobs(merge: z.output<typeof JobMerge>, context: JobsContext, act: Act): Promise<JobRecord> {
  const { store, settings, carrier } = context;
  const outcome = await store.merge(merge.sourceNumbers, merge.targetNumber, settings.mainJobStoppable, act);
  const job = changedJob(outcome, settings, 'at' in outcome ? { number: outcome.at } : {});
  context.committed();
  await carrier.join();
  await store.promote(act.at, settings.maxRunningJobs);
  context.committed();
  return (await store.find(job.id)) ?? job;
}
