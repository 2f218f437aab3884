import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import type { JobSchedule, JobStatus, JobSubtype, JobType } from '@numscope/contracts';
import { jobSchedules, jobStatuses, jobSubtypes, jobTypes } from '@numscope/contracts/lists';
import { emptyTally, fresh, type Tally, total } from '../domain/phone-status.ts';
import type { JobRecord } from './job-store.port.ts';
import { type Part, partColumns, partOf } from './part-cache.ts';

/** One row of the table `job`. */
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

export const jobRow = (row: Record<string, unknown>): JobRow => ({
  key: column.number(row, 'key'),
  id: column.text(row, 'id'),
  number: column.number(row, 'number'),
  name: column.text(row, 'name'),
  status: column.oneOf(row, 'status', jobStatuses),
  type: column.oneOf(row, 'type', jobTypes),
  subtype: column.oneOf(row, 'subtype', jobSubtypes),
  iteration: column.number(row, 'iteration'),
  pass: column.number(row, 'pass'),
  pass_due: column.flag(row, 'pass_due'),
  pass_begun: column.numberOrNull(row, 'pass_begun'),
  next_run_at: column.numberOrNull(row, 'next_run_at'),
  run: column.number(row, 'run'),
  main: column.flag(row, 'main'),
  schedule: row['schedule'] === null ? null : column.oneOf(row, 'schedule', jobSchedules),
  created_on: column.number(row, 'created_on'),
  created_by: column.text(row, 'created_by'),
  started_on: column.numberOrNull(row, 'started_on'),
  finished_on: column.numberOrNull(row, 'finished_on'),
  duplicates: column.number(row, 'duplicates'),
  skipped: column.number(row, 'skipped'),
  purpose: column.textOrNull(row, 'purpose'),
  merged_into: column.numberOrNull(row, 'merged_into'),
});

/** What a job's parts say together. Parts that have not begun the job's pass count as begun: all pending. */
export function tallyOf(job: JobRow, parts: ReadonlyArray<Pick<Part, 'pass' | 'tally'>>): Tally {
  const sum = emptyTally();
  for (const part of parts) {
    const tally = tallyIn(job, part);
    for (let index = 0; index < sum.length; index++) sum[index as 0] += tally[index as 0];
  }
  return sum;
}

export const tallyIn = (job: Pick<JobRow, 'main' | 'pass'>, part: Pick<Part, 'pass' | 'tally'>): Tally =>
  job.main || part.pass === job.pass ? part.tally : fresh(part.tally);

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

/** Finds a job or a sub-task by its id or its number. Deleted ones are not found. */
export class JobFinder {
  readonly #byId;
  readonly #byNumber;
  readonly #byKey;
  readonly #partById;
  readonly #partByNumber;
  readonly #parts;

  constructor(db: DatabaseSync) {
    const job = `SELECT * FROM job WHERE status <> 'DELETED' AND`;
    this.#byId = db.prepare(`${job} id = ?`);
    this.#byNumber = db.prepare(`${job} number = ?`);
    this.#byKey = db.prepare('SELECT * FROM job WHERE key = ?');
    this.#partById = db.prepare(`SELECT ${partColumns} FROM part WHERE id = ?`);
    this.#partByNumber = db.prepare(`SELECT ${partColumns} FROM part WHERE number = ?`);
    this.#parts = db.prepare(`SELECT ${partColumns} FROM part WHERE job = ? ORDER BY first, pass`);
  }

  job(ref: string): JobRow | null {
    const row = /^\d{1,15}$/.test(ref) ? this.#byNumber.get(Number(ref)) : this.#byId.get(ref);
    return row ? jobRow(row) : null;
  }

  part(ref: string): { job: JobRow; part: Part } | null {
    const row = /^\d{1,15}$/.test(ref) ? this.#partByNumber.get(Number(ref)) : this.#partById.get(ref);
    if (!row) return null;
    const part = partOf(row);
    const job = this.byKey(part.job);
    return job && job.status !== 'DELETED' ? { job, part } : null;
  }

  byKey(key: number): JobRow | null {
    const row = this.#byKey.get(key);
    return row ? jobRow(row) : null;
  }

  /** In order of their phones. */
  partsOf(key: number): Part[] {
    return this.#parts.all(key).map(partOf);
  }

  record(ref: string): JobRecord | null {
    const job = this.job(ref);
    if (job) return recordOf(job, tallyOf(job, this.partsOf(job.key)));
    const found = this.part(ref);
    return found ? subTaskOf(found.job, found.part) : null;
  }
}
