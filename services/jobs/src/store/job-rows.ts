import type { DatabaseSync } from '@numscope/adapters/sqlite';
import { JobSchedule, JobStatus, JobSubtype, JobType } from '@numscope/contracts';
import * as z from 'zod';
import { emptyTally, fresh, type Tally, total } from '../domain/phone-status.ts';
import type { JobRecord } from './job-store.port.ts';
import { type Part, partColumns, partOf } from './part-cache.ts';

const flag = z.number().transform((value) => value === 1);

const JobRow = z.object({
  key: z.number(),
  id: z.string(),
  number: z.number(),
  name: z.string(),
  status: JobStatus,
  type: JobType,
  subtype: JobSubtype,
  iteration: z.number(),
  pass: z.number(),
  pass_due: flag,
  pass_begun: z.number().nullable(),
  next_run_at: z.number().nullable(),
  run: z.number(),
  main: flag,
  schedule: JobSchedule.nullable(),
  created_on: z.number(),
  created_by: z.string(),
  started_on: z.number().nullable(),
  finished_on: z.number().nullable(),
  duplicates: z.number(),
  skipped: z.number(),
  purpose: z.string().nullable(),
  merged_into: z.number().nullable(),
});
export type JobRow = z.infer<typeof JobRow>;

export const jobRow = (row: Record<string, unknown>): JobRow => JobRow.parse(row);

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
