import { outgoing } from '@numscope/platform/events';
import type { Share } from '../domain/fair-share.ts';
import { code, fresh } from '../domain/phone-status.ts';
import { type JobRow, jobRow, tallyOf } from './job-rows.ts';
import type { Running } from './job-store.port.ts';
import type { Part } from './part-cache.ts';
import type { Passes } from './passes.ts';
import { RETRY } from './results.ts';
import { unpackSources } from './source-codes.ts';
import type { Writing } from './writing.ts';

interface Taken {
  phone: number;
  /** The sources to ask, as JSON; null for all. */
  only: string | null;
}

/** Of a phone to be tried again only what failed is asked. */
function takenOf(row: Record<string, unknown>): Taken {
  const phone = Number(row['phone']);
  if ((Number(row['flags']) & RETRY) === 0) return { phone, only: null };
  const failed = unpackSources(row['sources'] === null ? null : String(row['sources'])).filter((answer) => answer.status === 'FAILED');
  const names = failed.map((answer) => answer.source).sort();
  return { phone, only: names.length > 0 ? JSON.stringify(names) : null };
}

/** Hands phones out to be looked up: what is marked as sent and what is told to the sources are one commit. */
export function dispatching(writing: Writing, passes: Passes) {
  const { db, parts, finder } = writing;
  const active = db.prepare(`SELECT * FROM job WHERE status = 'IN_PROGRESS'`);
  const pending = db.prepare(
    `SELECT phone, flags, sources FROM phone WHERE job = ? AND pass = ? AND phone >= ? AND phone < ? AND status = ${code.PENDING} ORDER BY phone LIMIT ?`,
  );
  const send = db.prepare(
    `UPDATE phone SET status = ${code.SENT} WHERE job = ? AND pass = ? AND phone BETWEEN ? AND ? AND status = ${code.PENDING}`,
  );

  const tell = (job: JobRow, part: Part, taken: readonly Taken[]): void => {
    const groups = Map.groupBy(taken, (each) => each.only);
    for (const [only, group] of groups) {
      const phones = group.map(({ phone }) => `+${phone}`);
      const [key = ''] = phones;
      writing.emit(
        outgoing('phone.requested', key, {
          job: { id: job.id, number: job.number, pass: part.pass },
          run: job.run,
          lane: job.type,
          // The first pass is glad of what is known; later ones, and the main job's single numbers, are asked for because it may have changed.
          reuseFresh: part.pass === 1 && !job.main,
          only: only === null ? null : (JSON.parse(only) as string[]),
          phones,
        }),
      );
    }
  };

  const sendFrom = (job: JobRow, part: Part, most: number): number => {
    const taken = pending.all(job.key, part.pass, ...parts.rangeOf(part), most).map(takenOf);
    const [first] = taken;
    const last = taken.at(-1);
    if (!first || !last) return 0;
    send.run(job.key, part.pass, first.phone, last.phone);
    parts.move(part, code.PENDING, code.SENT, taken.length);
    tell(job, part, taken);
    return taken.length;
  };

  return {
    running: (): Running[] =>
      active.all().map((row) => {
        const job = jobRow(row);
        const tally = tallyOf(job, parts.of(job.key));
        return { key: job.key, priority: job.type === 'PRIORITY', pending: tally[code.PENDING], sent: tally[code.SENT] };
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
            const begun = job.main || part.pass === job.pass;
            if ((begun ? part.tally : fresh(part.tally))[code.PENDING] === 0) continue;
            if (!begun) passes.beginIn(job, part);
            left -= sendFrom(job, part, left);
          }
          sent += phones - left;
        }
        return sent;
      }),
  };
}
