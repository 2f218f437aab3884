import type { JobOfPhone } from '@numscope/contracts';
import { type JobState, waitsForPass } from '../domain/job-state.ts';
import { subTaskStatus, tallyIn } from '../domain/passes.ts';
import { code, finalIn, statusOf, type Tally } from '../domain/phone-status.ts';
import type { JobListFilter, JobRecord, Running } from './job-store.port.ts';
import type { PhoneValue } from './phone-value.ts';

/** A sub-task, or the whole of a small job. */
export interface Part {
  key: number;
  job: number;
  pass: number;
  first: PhoneValue;
  number: number | null;
  id: string | null;
  tally: Tally;
}

/** Whether a caller means a job by its number, not by its id. */
export const isNumber = (ref: string): boolean => /^\d{1,15}$/.test(ref);

export const runningOf = ({ key, id, pass, main, type }: JobState, tally: Tally): Running => ({
  key,
  id,
  pass,
  main,
  found: tally[code.FOUND],
  priority: type === 'PRIORITY',
  pending: tally[code.PENDING],
  sent: tally[code.SENT],
  final: finalIn(tally),
  waiting: tally[code.WAITING],
});

export function recordOf(job: JobState, tally: Tally): JobRecord {
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
    tally,
    mainJob: job.main,
    createdOn: job.created_on,
    createdBy: job.created_by,
    startedOn: job.started_on,
    finishedOn: job.finished_on,
    skippedLines: job.skipped,
    mergedInto: job.merged_into,
    parentNumber: null,
    nextPassAt: waitsForPass(job) ? job.next_run_at : null,
    passDue: job.pass_due,
    passBegun: job.pass_begun,
    history: job.history ?? [],
    turns: job.turns ?? [],
  };
}

export function subTaskOf(job: JobState, part: Part): JobRecord | null {
  if (part.id === null || part.number === null) return null;
  const tally = tallyIn(job, part);
  return {
    ...recordOf(job, tally),
    id: part.id,
    number: part.number,
    subtype: 'SUB_TASK',
    status: subTaskStatus(job, tally),
    duplicates: 0,
    skippedLines: 0,
    parentNumber: job.number,
    nextPassAt: null,
    history: [],
    turns: [],
  };
}

/** A page of a job's sub-tasks. */
export function subTasksOf(
  job: JobState,
  parts: readonly Part[],
  filter: JobListFilter,
): { jobs: JobRecord[]; total: number } {
  const all = parts
    .map((part) => subTaskOf(job, part))
    .filter((record) => record !== null)
    .filter((record) => !filter.status?.length || filter.status.includes(record.status))
    .sort((a, b) => (filter.sort?.direction === 'DESC' ? b.number - a.number : a.number - b.number));
  return { jobs: all.slice(filter.offset, filter.offset + filter.limit), total: all.length };
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
