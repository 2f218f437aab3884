import { apiError, type JobStatus } from '@numscope/contracts';
import { validIn } from '../domain/phone-status.ts';
import { actionOfStatus, allowedStatuses } from '../domain/status-table.ts';
import type { JobsContext } from '../jobs-context.ts';
import { findJob } from '../queries/find-job.ts';
import type { Act, JobRecord } from '../store/job-store.port.ts';
import { changedJob } from './refusal.ts';

/**
 * Plays, pauses, stops, cancels or deletes a job by the status it is to get.
 * @throws ApiError NOT_FOUND, WRONG_STATE, MAIN_JOB, RERUN_INVALID
 */
export async function setJobStatus(ref: string, status: JobStatus, context: JobsContext, act: Act): Promise<JobRecord> {
  const { store, settings, carrier } = context;
  const action = actionOfStatus[status];
  if (!action) {
    const job = await findJob(ref, context);
    const ordered = { ...job, subTask: job.subtype === 'SUB_TASK' };
    throw apiError('WRONG_STATE', {
      details: { status: job.status, allowed: allowedStatuses(ordered, settings.mainJobStoppable, validIn(job.tally)) },
    });
  }
  const job = changedJob(await store.change(ref, action, settings.mainJobStoppable, act), settings);
  if (action === 'DELETE') carrier.remove();
  if (action === 'PLAY') await store.promote(act.at, settings.maxRunningJobs);
  context.committed();
  return action === 'PLAY' ? ((await store.find(ref)) ?? job) : job;
}
