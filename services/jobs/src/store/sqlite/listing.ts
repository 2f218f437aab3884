import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import type { JobStatus } from '@numscope/contracts';
import { code, codesOf, countOf, total } from '../../domain/phone-status.ts';
import type { JobState } from '../../domain/job-state.ts';
import { asksOnlyAgain, hasBegun, tallyIn } from '../../domain/passes.ts';
import type {
  JobListFilter,
  JobRecord,
  PassDifferences,
  PassSlice,
  PhoneFilter,
  PhoneSlice,
} from '../job-store.port.ts';
import { AGAIN } from '../asked-again.ts';
import { listOf, namedBy, newestFirst } from '../job-list.ts';
import { type Part, recordOf, subTaskOf } from '../job-record.ts';
import { differenceOf } from '../pass-difference.ts';
import { broughtRow } from '../phone-result.ts';
import { readOn } from '../phone-place.ts';
import { shown, type ShownPhone, sliceOf } from '../phone-slice.ts';
import { firstBehind, LOWEST, type PhoneValue, shownPhone } from '../phone-value.ts';
import { sortFields } from '../sort-fields.ts';
import { JobFinder, jobRow } from './job-rows.ts';
import { rangeAmong } from './part-cache.ts';
import { phoneIn, rowOf } from './phone-rows.ts';

/** The conditions of a filter as SQL, and their values. */
function conditions(filter: JobListFilter): { where: string; values: Array<string | number> } {
  const parts = [`status <> 'DELETED'`];
  const values: Array<string | number> = [];
  const add = (condition: string, ...given: Array<string | number>): void => {
    parts.push(condition);
    values.push(...given);
  };
  const { jobName, createdBy, status, nameOrNumber } = filter;
  parts.push(filter.mainJob ? 'main = 1' : 'main = 0');
  if (jobName) add('instr(folded, ?) > 0', jobName.toLowerCase());
  if (createdBy) add('instr(lower(created_by), lower(?)) > 0', createdBy);
  if (status && status.length > 0) add('status IN (SELECT value FROM json_each(?))', JSON.stringify(status));
  if (nameOrNumber) add('(instr(folded, ?) > 0 OR CAST(number AS TEXT) = ?)', nameOrNumber.toLowerCase(), nameOrNumber);
  return { where: parts.join(' AND '), values };
}

/** Phones compared at once: some milliseconds, after which others may read. */
const COMPARED_AT_ONCE = 2000;

/** Reads of jobs and their phones; runs beside the writer. */
export function listing(db: DatabaseSync) {
  const finder = new JobFinder(db);
  const mainRow = db.prepare('SELECT * FROM job WHERE main = 1');
  const counts = db.prepare(`SELECT status, COUNT(*) AS jobs FROM job WHERE status <> 'DELETED' GROUP BY status`);
  const page = db.prepare(
    `SELECT phone, status, flags, sources FROM phone WHERE job = ? AND pass = ? AND phone >= ? AND phone < ?
       AND status IN (SELECT value FROM json_each(?)) ORDER BY phone LIMIT ? OFFSET ?`,
  );
  const validAfter = db.prepare(
    `SELECT phone FROM phone WHERE job = ? AND pass = ? AND phone > ? AND phone >= ? AND phone < ? AND status <= ? AND status <> ${code.NOT_VALID} AND flags >= ? ORDER BY phone LIMIT 10000`,
  );

  const recent = db.prepare(
    `SELECT * FROM job WHERE status IN (SELECT value FROM json_each(?)) AND (finished_on IS NULL OR finished_on >= ?)
     ORDER BY number DESC LIMIT ?`,
  );

  const inBoth = db.prepare(
    `SELECT a.phone, a.status, a.sources, b.status AS status_to, b.sources AS sources_to
     FROM phone a JOIN phone b ON b.job = a.job AND b.pass = ? AND b.phone = a.phone
     WHERE a.job = ? AND a.pass = ? AND a.phone >= ? AND a.phone < ? AND a.phone > ? ORDER BY a.phone LIMIT ?`,
  );

  const withTally = (job: JobState): JobRecord => recordOf(job, finder.countedParts(job));

  const subTasks = (parent: number): Array<JobRecord | null> => {
    const job = finder.job(String(parent));
    return job ? finder.countedParts(job).map((part) => subTaskOf(job, part)) : [];
  };

  /** Rows of one part. Of a part that has not begun the job's pass, all valid ones are pending and nothing is known. */
  const rowsOf = (
    job: JobState,
    part: Part,
    range: [PhoneValue, PhoneValue],
    codes: readonly number[],
    limit: number,
    offset: number,
  ): ShownPhone[] => {
    const begun = hasBegun(job, part);
    const wanted = begun
      ? codes
      : [
          ...(codes.includes(code.PENDING) ? Object.values(code).filter((each) => each !== code.NOT_VALID) : []),
          ...codes.filter((each) => each === code.NOT_VALID),
        ];
    return page
      .all(job.key, part.pass, ...range, JSON.stringify(wanted), limit, offset)
      .map(rowOf)
      .map((row) => shown(part.pass, begun ? row : broughtRow(row, null)));
  };

  return {
    find: (ref: string): JobRecord | null => finder.record(ref),

    mainJob: (): JobRecord => {
      const row = mainRow.get();
      if (!row) throw new Error('there is no main job');
      return withTally(jobRow(row));
    },

    list(filter: JobListFilter): { jobs: JobRecord[]; total: number } {
      const { parentNumber, sort } = filter;
      if (parentNumber !== undefined) return listOf(subTasks(parentNumber), filter);
      const named = namedBy(filter);
      if (named !== null) return listOf([finder.record(named)], filter);
      const { where, values } = conditions(filter);
      const { field, direction } = sort ?? newestFirst;
      const order = `${sortFields[field]} ${direction}, number DESC`;
      const rows = db
        .prepare(`SELECT * FROM job WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`)
        .all(...values, filter.limit, filter.offset);
      const counted = db.prepare(`SELECT COUNT(*) AS jobs FROM job WHERE ${where}`).get(...values);
      return { jobs: rows.map((row) => withTally(jobRow(row))), total: Number(counted?.['jobs'] ?? 0) };
    },

    recentJobs: (statuses: readonly JobStatus[], since: number, limit: number): JobRecord[] =>
      recent.all(JSON.stringify(statuses), since, limit).map((row) => withTally(jobRow(row))),

    countByStatus: (): Partial<Record<JobStatus, number>> =>
      Object.fromEntries(counts.all().map((row) => [column.text(row, 'status'), column.number(row, 'jobs')])),

    phones(ref: string, filter: PhoneFilter): PhoneSlice | null {
      const among = finder.among(ref);
      if (!among) return null;
      const { job, parts, meant } = among;
      const codes = codesOf(filter.statuses);
      const found: ShownPhone[] = [];
      let skip = filter.offset;
      let all = 0;
      // Counts of the parts lead to the right place, so that a late page of a million costs what the first does.
      for (const part of meant) {
        const here = countOf(tallyIn(job, part), codes);
        all += here;
        const left = filter.limit - found.length;
        const [first, end] = rangeAmong(parts, part);
        const from = readOn({ pass: part.pass, isWhole: part.first === LOWEST }, end, filter.after);
        if (from === null) continue;
        const range: [PhoneValue, PhoneValue] = [from === undefined ? first : firstBehind(from), end];
        if (left > 0 && skip < here) found.push(...rowsOf(job, part, range, codes, left, skip));
        skip = Math.max(0, skip - here);
      }
      return sliceOf(found, filter, all);
    },

    passDifferences(ref: string, { from, to, after }: PassSlice): PassDifferences | null {
      const among = finder.among(ref);
      if (!among) return null;
      const { job, parts, meant } = among;
      const [first, end] = [meant[0], meant.at(-1)];
      if (!first || !end) return { differences: [], next: null };
      const range = [rangeAmong(parts, first)[0], rangeAmong(parts, end)[1]];
      const rows = inBoth.all(to, job.key, from, ...range, after ?? LOWEST, COMPARED_AT_ONCE);
      const last = rows.length < COMPARED_AT_ONCE ? undefined : rows.at(-1);
      return {
        differences: rows.flatMap((row) => {
          const difference = differenceOf(
            { status: column.number(row, 'status'), sources: column.textOrNull(row, 'sources') },
            { status: column.number(row, 'status_to'), sources: column.textOrNull(row, 'sources_to') },
          );
          return difference ? [{ phone: shownPhone(phoneIn(row), true), ...difference }] : [];
        }),
        next: last ? phoneIn(last) : null,
      };
    },

    validAfter(ref: string, after: number, pendingOnly: boolean): Float64Array {
      const among = finder.among(ref);
      if (!among) return new Float64Array(0);
      const { job, parts, meant } = among;
      const onlyAgain = pendingOnly && asksOnlyAgain(job);
      for (const part of meant) {
        const begun = hasBegun(job, part);
        if (onlyAgain && !begun) continue;
        if (total(part.tally) === 0 || (pendingOnly && begun && part.tally[code.PENDING] === 0)) continue;
        const rows = validAfter.all(
          job.key,
          part.pass,
          after,
          ...rangeAmong(parts, part),
          pendingOnly && begun ? code.PENDING : code.WAITING,
          onlyAgain ? AGAIN : 0,
        );
        if (rows.length > 0) return Float64Array.from(rows, (row) => column.number(row, 'phone'));
      }
      return new Float64Array(0);
    },
  };
}
