import type { JobSchedule, JobStatus, JobSubtype, JobType } from '@numscope/contracts';
import { addTo, code, emptyTally, finalIn, fresh, type Tally, total } from '../domain/phone-status.ts';
import type { JobListFilter, JobRecord, Running } from './job-store.port.ts';
import type { PhoneValue } from './phone-value.ts';

/** A job as both stores keep it; its phones are counted by its parts. Times in milliseconds. */
export interface JobRow {
  key: number;
  id: string;
  number: number;
  name: string;
  status: JobStatus;
  type: JobType;
  subtype: JobSubtype;
  iteration: number;
  pass: number;
  pass_due: boolean;
  pass_begun: number | null;
  next_run_at: number | null;
  run: number;
  main: boolean;
  schedule: JobSchedule | null;
  created_on: number;
  created_by: string;
  started_on: number | null;
  finished_on: number | null;
  duplicates: number;
  skipped: number;
  purpose: string | null;
  merged_into: number | null;
}

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

/** What a job's parts say together. Parts that have not begun the job's pass count as begun: all pending. */
export function tallyOf(job: JobRow, parts: ReadonlyArray<Pick<Part, 'pass' | 'tally'>>): Tally {
  const sum = emptyTally();
  for (const part of parts) addTo(sum, tallyIn(job, part));
  return sum;
}

export const tallyIn = (job: Pick<JobRow, 'main' | 'pass'>, part: Pick<Part, 'pass' | 'tally'>): Tally =>
  job.main || part.pass === job.pass ? part.tally : fresh(part.tally);

export const runningOf = ({ key, type }: JobRow, tally: Tally): Running => ({
  key,
  priority: type === 'PRIORITY',
  pending: tally[code.PENDING],
  sent: tally[code.SENT],
  final: finalIn(tally),
});

export function recordOf(job: JobRow, tally: Tally): JobRecord {
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
  };
}

/** A sub-task follows its job; it is done once all its phones are, and not begun before one is handed out. */
export function subTaskOf(job: JobRow, part: Part): JobRecord | null {
  if (part.id === null || part.number === null) return null;
  const tally = tallyIn(job, part);
  const open = tally[0] + tally[1];
  const begun = tally[0] < total(tally) - tally[5];
  const status = job.status === 'IN_PROGRESS' ? (open === 0 ? 'DONE' : begun ? 'IN_PROGRESS' : 'SCHEDULED') : job.status;
  return {
    ...recordOf(job, tally),
    id: part.id,
    number: part.number,
    subtype: 'SUB_TASK',
    status,
    duplicates: 0,
    skippedLines: 0,
    parentNumber: job.number,
  };
}

/** A page of a job's sub-tasks. */
export function subTasksOf(job: JobRow, parts: readonly Part[], filter: JobListFilter): { jobs: JobRecord[]; total: number } {
  const all = parts
    .map((part) => subTaskOf(job, part))
    .filter((record) => record !== null)
    .filter((record) => !filter.status?.length || filter.status.includes(record.status))
    .sort((a, b) => (filter.sort?.direction === 'DESC' ? b.number - a.number : a.number - b.number));
  return { jobs: all.slice(filter.offset, filter.offset + filter.limit), total: all.length };
}
