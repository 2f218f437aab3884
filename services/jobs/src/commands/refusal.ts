import { type ApiError, apiError } from '@numscope/contracts';
import type { Refusal } from '../domain/job-state.ts';
import { allowedStatuses } from '../domain/status-table.ts';
import type { JobsContext } from '../jobs-context.ts';
import type { Changed, JobRecord } from '../store/job-store.port.ts';

type Settings = Pick<JobsContext['settings'], 'mainJobStoppable'>;

function faultOf(refusal: Refusal, { mainJobStoppable }: Settings, details: Record<string, unknown>): ApiError {
  if (refusal.refused === 'SELF')
    return apiError('INVALID', {
      details: [{ field: 'sourceNumbers', message: 'a job cannot be merged with itself' }],
    });
  if (refusal.refused !== 'WRONG_STATE')
    return apiError(refusal.refused, Object.keys(details).length > 0 ? { details } : {});
  return apiError('WRONG_STATE', {
    details: { ...details, status: refusal.status, allowed: allowedStatuses(refusal, mainJobStoppable) },
  });
}

/**
 * The changed job, or the fault its caller is told.
 * @throws ApiError NOT_FOUND, WRONG_STATE, MAIN_JOB, RERUN_INVALID, INVALID
 */
export function changedJob(outcome: Changed, settings: Settings, details: Record<string, unknown> = {}): JobRecord {
  if ('refused' in outcome) throw faultOf(outcome, settings, details);
  return outcome.job;
}
