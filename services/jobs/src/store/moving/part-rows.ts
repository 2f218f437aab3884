import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import { code, total } from '../../domain/phone-status.ts';
import type { Part } from '../job-record.ts';
import type { PartCache } from '../sqlite/part-cache.ts';
import { type PhoneRow, RESOLVED } from '../phone-result.ts';
import type { PhoneValue } from '../phone-value.ts';

/**
 * What was handed out waits again, unless its sources have answered and only its profile is missing: that is told to
 * the new bus.
 */
function phoneRow(row: SqlRow): PhoneRow {
  const { phone } = row;
  const [status, flags] = [column.number(row, 'status'), column.number(row, 'flags')];
  const isAsked = status === code.SENT && (flags & RESOLVED) === 0;
  return {
    phone: typeof phone === 'string' ? phone : column.number(row, 'phone'),
    status: isAsked ? code.PENDING : status,
    flags,
    sources: column.textOrNull(row, 'sources'),
  };
}

/** Reads the phones of parts as they are to be in blocks. */
export class PartRows {
  readonly #cache: PartCache;
  readonly #select;

  constructor(db: DatabaseSync, cache: PartCache) {
    this.#cache = cache;
    this.#select = db.prepare(
      'SELECT phone, status, flags, sources FROM phone WHERE job = ? AND pass = ? AND phone >= ? AND phone < ? ORDER BY phone',
    );
  }

  /** In order. @throws Error when they are not as many as the part says: then the file is damaged */
  of(part: Part): PhoneRow[] {
    const rows = this.between(part.job, part.pass, ...this.#cache.rangeOf(part));
    if (rows.length !== total(part.tally))
      throw new Error(
        `jobs.sqlite is damaged: a part of job ${part.job} counts ${total(part.tally)} phones and has ${rows.length}`,
      );
    return rows;
  }

  /** Phones of one pass of a job from `from`, included, to `to`, excluded. */
  between(job: number, pass: number, from: PhoneValue, to: PhoneValue): PhoneRow[] {
    return this.#select.all(job, pass, from, to).map(phoneRow);
  }
}
