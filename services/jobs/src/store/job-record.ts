import type { JobOfPhone } from '@numscope/contracts';
import { type JobState, type PhonesOfPart, waitsForPass } from '../domain/job-state.ts';
import { changedOn, workedMs } from '../domain/job-times.ts';
import { toRetryOf } from '../domain/job.ts';
import { subTaskStatus, tallyOf, toAskOf, toComeOf } from '../domain/passes.ts';
import { code, finalIn, statusOf } from '../domain/phone-status.ts';
import type { JobRecord, Running } from './job-store.port.ts';
import type { PhoneValue } from './phone-value.ts';

/** A sub-task, or the whole of a small job. */
export interface Part extends PhonesOfPart {
  key: number;
  job: number;
  first: PhoneValue;
  number: number | null;
  id: string | null;
}

/** Whether a caller means a job by its number, not by its id. */
export const isNumber = (ref: string): boolean => /^\d{1,15}$/.test(ref);

/** Whether a caller means this sub-task. */
export const isPart = ({ id, number }: Pick<Part, 'id' | 'number'>, ref: string): boolean =>
  id === ref || String(number) === ref;

export function runningOf(job: JobState, parts: readonly PhonesOfPart[]): Running {
  const { key, id, pass, main, type } = job;
  const tally = tallyOf(job, parts);
  return {
    key,
    id,
    pass,
    main,
    found: tally[code.FOUND],
    priority: type === 'PRIORITY',
    pending: toAskOf(job, parts),
    sent: tally[code.SENT],
    final: finalIn(tally),
    waiting: tally[code.WAITING],
  };
}

export function recordOf(job: JobState, parts: readonly PhonesOfPart[]): JobRecord {
  const { key, id, number, name, status, type, subtype, iteration, pass, schedule, duplicates, purpose } = job;
  return {
    key,
    id,
    number,
    name,
    status,
    type,
    subtype,
    iteration,
    pass,
    schedule,
    duplicates,
    purpose,
    tally: tallyOf(job, parts),
    toCome: toComeOf(job, parts),
    toRetry: toRetryOf(job, parts),
    mainJob: job.main,
    createdOn: job.created_on,
    createdBy: job.created_by,
    startedOn: job.started_on,
    finishedOn: job.finished_on,
    changedOn: changedOn(job),
    workedMs: workedMs(job),
    skippedLines: job.skipped,
    mergedInto: job.merged_into,
    parentNumber: null,
    nextPassAt: waitsForPass(job) ? job.next_run_at : null,
    passDue: job.pass_due,
    retrying: job.retrying ?? false,
    passBegun: job.pass_begun,
    history: job.history ?? [],
    turns: job.turns ?? [],
  };
}

export function subTaskOf(job: JobState, part: Part): JobRecord | null {
  if (part.id === null || part.number === null) return null;
  return {
    ...recordOf(job, [part]),
    toRetry: null,
    id: part.id,
    number: part.number,
    subtype: 'SUB_TASK',
    status: subTaskStatus(job, part),
    duplicates: 0,
    skippedLines: 0,
    parentNumber: job.number,
    nextPassAt: null,
    workedMs: null,
    history: [],
    turns: [],
  };
}

/** A number's part in a job. @param status - the code of its latest result */
export const jobOfPhone = (job: JobState, status: number): JobOfPhone => ({
  number: job.number,
  name: job.name,
  status: job.status,
  purpose: job.purpose,
  createdBy: job.created_by,
  createdOn: job.created_on,
  phone: statusOf(status),
});
