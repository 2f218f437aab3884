import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import { jobSchedules, jobStatuses, jobSubtypes, jobTypes } from '@numscope/contracts/lists';
import { type JobState, type PassRecord, type Refusal, type Turn, wrongState } from '../../domain/job-state.ts';
import { isNumber, type Part, recordOf, subTaskOf } from '../job-record.ts';
import type { JobRecord } from '../job-store.port.ts';
import { againCounter } from './asked-again.ts';
import { partColumns, partOf } from './part-cache.ts';

/** Reads a row of the table `job`. */
export const jobRow = (row: Record<string, unknown>): JobState => ({
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
  schedule_from: column.numberOrNull(row, 'schedule_from'),
  created_on: column.number(row, 'created_on'),
  created_by: column.text(row, 'created_by'),
  started_on: column.numberOrNull(row, 'started_on'),
  finished_on: column.numberOrNull(row, 'finished_on'),
  duplicates: column.number(row, 'duplicates'),
  skipped: column.number(row, 'skipped'),
  purpose: column.textOrNull(row, 'purpose'),
  merged_into: column.numberOrNull(row, 'merged_into'),
  retrying: column.flag(row, 'retrying'),
  reopened: column.flag(row, 'reopened'),
  history: JSON.parse(column.text(row, 'history')) as PassRecord[],
  turns: JSON.parse(column.text(row, 'turns')) as Turn[],
});

const madeWith = 'key, id, number, main, created_on, created_by';
const changing = `name, folded, status, type, subtype, iteration, pass, pass_due, pass_begun, next_run_at, run, schedule, schedule_from, started_on,
  finished_on, duplicates, skipped, purpose, merged_into, retrying, reopened, history, turns`;
const valuesOf = (columns: string): string => columns.replaceAll(/\w+/g, ':$&');

/** Writes jobs into the table. */
export function jobWriter(db: DatabaseSync) {
  const all = `${madeWith}, ${changing}`;
  const insert = db.prepare(`INSERT INTO job (${all}) VALUES (${valuesOf(all)})`);
  const update = db.prepare(`UPDATE job SET (${changing}) = (${valuesOf(changing)}) WHERE key = :key`);
  // What a job was made with is given too.
  update.setAllowUnknownNamedParameters(true);
  const values = (job: JobState) => ({
    ...job,
    folded: job.name.toLowerCase(),
    main: Number(job.main),
    pass_due: Number(job.pass_due),
    retrying: Number(job.retrying ?? false),
    reopened: Number(job.reopened ?? false),
    schedule_from: job.schedule_from ?? null,
    history: JSON.stringify(job.history ?? []),
    turns: JSON.stringify(job.turns ?? []),
  });
  return {
    insert: (job: JobState): void => void insert.run(values(job)),
    update: (job: JobState): void => void update.run(values(job)),
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
  readonly #withAgain;

  constructor(db: DatabaseSync) {
    const job = `SELECT * FROM job WHERE status <> 'DELETED' AND`;
    this.#byId = db.prepare(`${job} id = ?`);
    this.#byNumber = db.prepare(`${job} number = ?`);
    this.#byKey = db.prepare('SELECT * FROM job WHERE key = ?');
    this.#partById = db.prepare(`SELECT ${partColumns} FROM part WHERE id = ?`);
    this.#partByNumber = db.prepare(`SELECT ${partColumns} FROM part WHERE number = ?`);
    this.#parts = db.prepare(`SELECT ${partColumns} FROM part WHERE job = ? ORDER BY first, pass`);
    this.#withAgain = againCounter(db);
  }

  job(ref: string): JobState | null {
    const row = isNumber(ref) ? this.#byNumber.get(Number(ref)) : this.#byId.get(ref);
    return row ? jobRow(row) : null;
  }

  part(ref: string): { job: JobState; part: Part } | null {
    const row = isNumber(ref) ? this.#partByNumber.get(Number(ref)) : this.#partById.get(ref);
    if (!row) return null;
    const part = partOf(row);
    const job = this.byKey(part.job);
    return job && job.status !== 'DELETED' ? { job, part } : null;
  }

  /** Why a job is not found: a sub-task takes no orders of its own. */
  missing(ref: string): Refusal {
    const subTask = this.part(ref);
    return subTask ? wrongState(subTask.job, true) : { refused: 'NOT_FOUND' };
  }

  byKey(key: number): JobState | null {
    const row = this.#byKey.get(key);
    return row ? jobRow(row) : null;
  }

  /** In order of their phones. */
  partsOf(key: number): Part[] {
    return this.#parts.all(key).map(partOf);
  }

  /** A job with all its parts in order, and those of them that are meant: all, or the one of a sub-task. */
  among(ref: string): { job: JobState; parts: readonly Part[]; meant: readonly Part[] } | null {
    const own = this.job(ref);
    const subTask = own ? null : this.part(ref);
    const job = own ?? subTask?.job;
    if (!job) return null;
    const parts = this.partsOf(job.key);
    if (!subTask) return { job, parts, meant: parts };
    const part = parts.find(({ key }) => key === subTask.part.key);
    return part ? { job, parts, meant: [part] } : null;
  }

  /** The same with all that is told of them. */
  countedParts(job: JobState): readonly Part[] {
    return this.#withAgain(job, this.partsOf(job.key));
  }

  record(ref: string): JobRecord | null {
    const job = this.job(ref);
    if (job) return recordOf(job, this.countedParts(job));
    const found = this.part(ref);
    const part = found && this.countedParts(found.job).find(({ key }) => key === found.part.key);
    return part ? subTaskOf(found.job, part) : null;
  }
}
