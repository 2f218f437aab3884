import { column } from '@numscope/adapters/sqlite';
import type { Share } from '../../domain/fair-share.ts';
import { code } from '../../domain/phone-status.ts';
import type { JobState } from '../../domain/job-state.ts';
import { asksOnlyAgain, hasBegun, tallyIn } from '../../domain/passes.ts';
import { type Part, runningOf } from '../job-record.ts';
import type { Reopened, Running } from '../job-store.port.ts';
import { type PhonePlace, readOn } from '../phone-place.ts';
import { LOWEST } from '../phone-value.ts';
import { goesOn, LOOKED_THROUGH } from '../waiting-phones.ts';
import { requestsFor, type Taken, takenOf } from '../phone-requests.ts';
import { phonesAgain } from './asked-again.ts';
import { jobRow } from './job-rows.ts';
import type { Passes } from './passes.ts';
import type { Writing } from './writing.ts';

const takenFrom = (row: Record<string, unknown>): Taken =>
  takenOf(column.number(row, 'phone'), {
    flags: column.number(row, 'flags'),
    sources: column.textOrNull(row, 'sources'),
  });

/** Hands phones out to be looked up: what is marked as sent and what is told to the sources are one commit. */
export function dispatching(writing: Writing, passes: Passes) {
  const { db, parts, finder } = writing;
  const active = db.prepare(`SELECT * FROM job WHERE status = 'IN_PROGRESS'`);
  /** The next phones of those that are as it says, and how they are marked. */
  const handing = ({ table, are }: { table: string; are: string }) => ({
    next: db.prepare(
      `SELECT phone, flags, sources FROM ${table} WHERE job = ? AND pass = ? AND phone >= ? AND phone < ? AND ${are} ORDER BY phone LIMIT ?`,
    ),
    send: db.prepare(
      `UPDATE ${table} SET status = ${code.SENT} WHERE job = ? AND pass = ? AND phone BETWEEN ? AND ? AND ${are}`,
    ),
  });
  const all = handing({ table: 'phone', are: `status = ${code.PENDING}` });
  const again = handing(phonesAgain);

  const sendFrom = (job: JobState, part: Part, most: number): number => {
    const { next, send } = asksOnlyAgain(job) ? again : all;
    const taken = next.all(job.key, part.pass, ...parts.rangeOf(part), most).map(takenFrom);
    const [first] = taken;
    const last = taken.at(-1);
    if (!first || !last) return 0;
    send.run(job.key, part.pass, first.phone, last.phone);
    parts.move(part, code.PENDING, code.SENT, taken.length);
    writing.emit(...requestsFor(job, part.pass, taken));
    return taken.length;
  };

  const waiting = db.prepare(
    `SELECT phone, sources FROM phone WHERE job = ? AND pass = ? AND phone >= ? AND phone < ? AND phone > ? AND status = ${code.WAITING} ORDER BY phone LIMIT ?`,
  );
  const reopen = db.prepare(`UPDATE phone SET status = ${code.PENDING} WHERE job = ? AND pass = ? AND phone = ?`);

  return {
    reopenWaiting: (key: number, names: readonly string[], after: PhonePlace | null, limit: number): Reopened =>
      writing.change(() => {
        let looked = 0;
        let phones = 0;
        let last = after;
        for (const part of parts.of(key)) {
          if (part.tally[code.WAITING] === 0) continue;
          const range = parts.rangeOf(part);
          const from = readOn({ pass: part.pass, isWhole: part.first === LOWEST }, range[1], after ?? undefined);
          if (from === null) continue;
          for (const row of waiting.all(key, part.pass, ...range, from ?? LOWEST, LOOKED_THROUGH - looked)) {
            const phone = column.number(row, 'phone');
            looked++;
            last = { pass: part.pass, phone };
            if (!goesOn(column.textOrNull(row, 'sources'), names)) continue;
            reopen.run(key, part.pass, phone);
            parts.move(part, code.WAITING, code.PENDING);
            if (++phones >= limit) return { phones, after: last };
          }
          if (looked >= LOOKED_THROUGH) return { phones, after: last };
        }
        return { phones, after: null };
      }),

    running: (): Running[] =>
      active.all().map((row) => {
        const job = jobRow(row);
        return runningOf(job, writing.countedParts(job));
      }),

    dispatch: (shares: Share[]): number =>
      writing.change(() => {
        let sent = 0;
        for (const { key, phones } of shares) {
          const job = finder.byKey(key);
          if (job?.status !== 'IN_PROGRESS') continue;
          let left = phones;
          for (const part of parts.of(key)) {
            if (left === 0) break;
            if (tallyIn(job, part)[code.PENDING] === 0) continue;
            // What was opened again is of the present pass.
            if (!hasBegun(job, part) && asksOnlyAgain(job)) continue;
            if (!hasBegun(job, part)) passes.beginIn(job, part);
            left -= sendFrom(job, part, left);
          }
          sent += phones - left;
        }
        return sent;
      }),
  };
}
