import { column, scrub } from '@numscope/adapters/sqlite';
import type { JobOfPhone } from '@numscope/contracts';
import { jobOfPhone } from '../job-record.ts';
import { valueOf } from '../phone-value.ts';
import { heldPhones } from './held-phones.ts';
import { jobRow } from './job-rows.ts';
import type { Passes } from './passes.ts';
import type { Writing } from './writing.ts';

/** Takes numbers out of jobs and uploads for good. */
export function erasing(writing: Writing, passes: Passes) {
  const { db, parts } = writing;
  const holders = db.prepare(
    'SELECT storage.key AS key, COALESCE(job.main, 0) AS main FROM storage LEFT JOIN job ON job.key = storage.key',
  );
  const held = heldPhones(db, parts);
  const jobOf = db.prepare('SELECT * FROM job WHERE key = ?');

  const known = db.prepare(`SELECT * FROM job WHERE status <> 'DELETED' ORDER BY number DESC`);

  return {
    jobsOfPhone: (phone: string): JobOfPhone[] =>
      known
        .all()
        .map(jobRow)
        .flatMap((job) => {
          const latest = held(job, valueOf(phone)).at(-1);
          return latest ? [jobOfPhone(job, column.number(latest, 'status'))] : [];
        }),

    erase: (phone: string, now: number): number =>
      writing.change(() => {
        const value = Number(valueOf(phone));
        let removed = 0;
        for (const holder of holders.all()) {
          const key = column.number(holder, 'key');
          const rows = held({ key, main: column.number(holder, 'main') === 1 }, value);
          for (const row of rows) {
            const pass = column.number(row, 'pass');
            const part = parts.holding(key, pass, value);
            writing.phones.remove(key, pass, value);
            removed++;
            if (!part) continue;
            part.tally[column.number(row, 'status') as 0]--;
            // What the part begins with names no erased number.
            if (part.first === value) part.first = value + 1;
            parts.touch(part);
          }
          const job = rows.length > 0 ? jobOf.get(key) : undefined;
          if (job) passes.finishIfDone(jobRow(job), now);
        }
        return removed;
      }),

    scrub: (): void => scrub(db),
  };
}
