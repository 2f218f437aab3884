import { apiError, type JobPatch, type JobUpdateForm } from '@numscope/contracts';
import type * as z from 'zod';
import { jobName } from '../domain/job-name.ts';
import type { JobsContext } from '../jobs-context.ts';
import type { Act, JobRecord } from '../store/job-store.port.ts';
import { checkPurpose } from './job-draft.ts';
import { changedJob } from './refusal.ts';

/** @throws ApiError JOB_NAME_REQUIRED, JOB_NAME_INVALID, PURPOSE_REQUIRED, NOT_FOUND, WRONG_STATE */
export async function updateJob(
  ref: string,
  form: z.output<typeof JobUpdateForm>,
  context: JobsContext,
  act: () => Act,
): Promise<JobRecord> {
  const changes = {
    name: jobName(form.name),
    iteration: form.iteration,
    type: form.prioritised === undefined ? undefined : form.prioritised ? ('PRIORITY' as const) : ('REGULAR' as const),
    purpose: form.purpose === undefined ? undefined : checkPurpose(form.purpose, context),
    schedule: form.schedule,
  };
  const job = changedJob(await context.store.update(ref, changes, act()), context.settings);
  context.committed();
  return job;
}

/** @throws ApiError INVALID when nothing is to be changed, NOT_FOUND, WRONG_STATE */
export async function patchJob(
  ref: string,
  patch: z.output<typeof JobPatch>,
  context: JobsContext,
  act: () => Act,
): Promise<JobRecord> {
  if (patch.type === undefined && patch.iteration === undefined)
    throw apiError('INVALID', { details: [{ field: 'type', message: 'type or iteration is needed' }] });
  const job = changedJob(await context.store.update(ref, patch, act()), context.settings);
  context.committed();
  return job;
}
