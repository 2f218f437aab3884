import type { Carried } from '@numscope/adapters/moving-up';
import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import { limits } from '@numscope/contracts/limits';
import type { JobState } from '../domain/job-state.ts';
import { code, total } from '../domain/phone-status.ts';
import type { PartHead } from './mongo/documents.ts';
import { phoneIn, rowOf } from './sqlite/phone-rows.ts';
import { documentOfPhone, runOf } from './mongo/phone-states.ts';
import { type PhoneRow, RESOLVED } from './phone-result.ts';
import type { PhoneValue } from './phone-value.ts';
import type { PartCache } from './sqlite/part-cache.ts';

/** What was handed out waits again, unless its sources have answered and only its profile is missing: that is told to the new bus. */
function phoneRow(row: SqlRow): PhoneRow {
  const phone = rowOf(row);
  const isAsked = (phone.status === code.SENT && (phone.flags & RESOLVED) === 0) || phone.status === code.WAITING;
  return isAsked ? { ...phone, status: code.PENDING } : phone;
}

const carried = (job: JobState, row: SqlRow): Carried => {
  const phone = phoneRow(row);
  return {
    into: 'phones',
    document: { ...documentOfPhone(job, column.number(row, 'pass'), phone), run: runOf(phone, 0) },
  };
};

/** Phones of jobs as documents. The main job keeps the latest pass of each number alone; of all others each pass stays. */
export class PhonesMove {
  readonly #db: DatabaseSync;
  readonly #cache: PartCache;
  readonly #between;
  readonly #latest;

  constructor(db: DatabaseSync, cache: PartCache) {
    this.#db = db;
    this.#cache = cache;
    this.#between = db.prepare(
      'SELECT * FROM phone WHERE job = ? AND phone >= ? AND phone < ? AND pass <= ? ORDER BY pass, phone',
    );
    // With MAX, SQLite takes the other columns from that row.
    this.#latest = db.prepare(
      'SELECT phone, MAX(pass) AS pass, status, flags, sources FROM phone WHERE job = ? AND phone > ? GROUP BY phone ORDER BY phone',
    );
  }

  /** How many documents there are to be. */
  total(): number {
    const row = this.#db.prepare(
      `SELECT (SELECT count(*) FROM phone JOIN job ON job.key = phone.job WHERE NOT main)
         + (SELECT count(DISTINCT phone) FROM phone JOIN job ON job.key = phone.job WHERE main) AS phones`,
    );
    return column.number(row.get() ?? {}, 'phones');
  }

  /** In slices, each with what it is to be gone on after. */
  *of(job: JobState, after: PhoneValue | null): Generator<{ after: PhoneValue; documents: Carried[] }> {
    for (const { end, rows } of job.main ? this.#mainSlices(job, after) : this.#slices(job, after))
      yield { after: end, documents: rows.map((row) => carried(job, row)) };
  }

  /** What a part was at is known but for what was handed out of it, or opened again: that is counted. */
  partsOf(job: JobState): PartHead[] {
    const bare = { pass: job.pass, number: null, id: null, tally: null, opened: 0 };
    if (job.main)
      return [...this.#mainSlices(job, null)].map(({ rows: [row = {}] }) => ({ ...bare, first: phoneIn(row) }));
    return this.#cache.of(job.key).map(({ first, number, id, pass, tally }): PartHead => {
      const opened = job.reopened ? tally[code.PENDING] : 0;
      const known = tally[code.SENT] + tally[code.WAITING] + opened === 0;
      return { ...bare, first, number, id, pass, tally: known ? tally : null };
    });
  }

  /** @throws Error when a part's phones are not as many as it says: then the file is damaged */
  *#slices({ key }: JobState, after: PhoneValue | null): Generator<{ end: PhoneValue; rows: SqlRow[] }> {
    const parts = this.#cache.of(key);
    const done = after === null ? -1 : parts.findIndex(({ first }) => first === after);
    for (const part of parts.slice(done + 1)) {
      const rows = this.#between.all(key, ...this.#cache.rangeOf(part), part.pass);
      const present = rows.filter((row) => row['pass'] === part.pass).length;
      if (present !== total(part.tally))
        throw new Error(
          `jobs.sqlite is damaged: a part of job ${key} counts ${total(part.tally)} phones and has ${present}`,
        );
      yield { end: part.first, rows };
    }
  }

  *#mainSlices({ key }: JobState, after: PhoneValue | null): Generator<{ end: PhoneValue; rows: SqlRow[] }> {
    let rows: SqlRow[] = [];
    for (const row of this.#latest.iterate(key, after ?? -1)) {
      rows.push(row);
      if (rows.length < limits.subTaskPhones) continue;
      yield { end: phoneIn(row), rows };
      rows = [];
    }
    const last = rows.at(-1);
    if (last) yield { end: phoneIn(last), rows };
  }
}
