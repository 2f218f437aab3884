import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import { hasBegun } from '../../domain/passes.ts';
import { code } from '../../domain/phone-status.ts';
import type { JobState } from '../../domain/job-state.ts';
import { AGAIN } from '../asked-again.ts';
import type { Part } from '../job-record.ts';
import { rangeAmong } from './part-cache.ts';

/** What was opened again and is pending: an index holds these alone, which is named, as nothing tells SQLite how few they are. */
export const phonesAgain = {
  table: 'phone INDEXED BY phone_again',
  are: `status = ${code.PENDING} AND flags >= ${AGAIN}`,
} as const;

/** All parts of a job, in order, with how many of their phones were opened again. */
export function againCounter(db: DatabaseSync): (job: JobState, parts: readonly Part[]) => readonly Part[] {
  const count = db.prepare(
    `SELECT COUNT(*) AS phones FROM ${phonesAgain.table} WHERE job = ? AND pass = ? AND phone >= ? AND phone < ? AND ${phonesAgain.are}`,
  );
  return (job, parts) => {
    if (!job.reopened) return parts;
    return parts.map((part) => {
      if (part.tally[code.PENDING] === 0 || !hasBegun(job, part)) return part;
      const row = count.get(job.key, part.pass, ...rangeAmong(parts, part)) ?? {};
      return { ...part, again: column.number(row, 'phones') };
    });
  };
}
