import { apiError, type JobSchedule } from '@numscope/contracts';
import type { JobsDeps } from '../deps.ts';
import { jobName } from '../domain/job-name.ts';
import type { JobDraft } from '../domain/job.ts';

interface JobForm {
  name?: string | null | undefined;
  iteration: number;
  prioritised: boolean;
  hold: boolean;
  purpose?: string | undefined;
  schedule?: JobSchedule | undefined;
}

/** @throws ApiError PURPOSE_REQUIRED where the operator requires one */
export function checkPurpose(purpose: string | null | undefined, { settings }: JobsDeps): string | null {
  const given = purpose?.trim() ?? '';
  if (settings.requirePurpose && given === '') throw apiError('PURPOSE_REQUIRED');
  return given === '' ? null : given;
}

/** @throws ApiError JOB_NAME_REQUIRED, JOB_NAME_INVALID, PURPOSE_REQUIRED */
export function draftOf(form: JobForm, deps: JobsDeps): JobDraft {
  return {
    name: jobName(form.name),
    type: form.prioritised ? 'PRIORITY' : 'REGULAR',
    iteration: form.iteration,
    schedule: form.schedule ?? null,
    purpose: checkPurpose(form.purpose, deps),
    hold: form.hold,
  };
}
