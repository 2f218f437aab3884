import type { JobState } from '../../domain/job-state.ts';
import { endsByItself, finish, isSeenOpen, queueOf, Slots, start } from '../../domain/passes.ts';
import { code, fresh } from '../../domain/phone-status.ts';
import type { Part } from '../job-record.ts';
import { LOWEST } from '../phone-value.ts';
import { jobRow } from './job-rows.ts';
import type { Writing } from './writing.ts';

export type Passes = ReturnType<typeof passes>;

/** How jobs begin and end their passes. */
export function passes(writing: Writing) {
  const { db, parts } = writing;
  const copyPass = db.prepare(
    `INSERT OR IGNORE INTO phone (job, pass, phone, status, flags)
     SELECT job, ?, phone, CASE status WHEN ${code.NOT_VALID} THEN status ELSE ${code.PENDING} END, 0 FROM phone
     WHERE job = ? AND pass = ? AND phone >= ? AND phone < ?`,
  );
  const scheduled = db.prepare(`SELECT * FROM job WHERE status = 'SCHEDULED'`);
  const running = db.prepare(`SELECT * FROM job WHERE status = 'IN_PROGRESS' AND main = 0`);
  const setPass = db.prepare('UPDATE job SET pass = ? WHERE key = ?');

  return {
    /** Ends the pass of a running job whose phones are all final. To be called within a change. */
    finishIfDone(job: JobState, now: number): boolean {
      if (!endsByItself(job) || isSeenOpen(job, parts.of(job.key))) return false;
      const finished = finish(job, writing.phonesOf(job), now);
      if (finished) writing.apply(job, finished);
      return finished !== null;
    },

    /** Begins the job's pass in one part: copies its phones as they were before they were looked up. */
    beginIn(job: Pick<JobState, 'key' | 'pass'>, part: Part): void {
      copyPass.run(job.pass, job.key, part.pass, ...parts.rangeOf(part));
      part.tally = fresh(part.tally);
      part.pass = job.pass;
      parts.touch(part);
    },

    /** The main job's next part, in a pass of its own, because a number may be asked for again and again. */
    openMainPart(target: { key: number; pass: number }): Part {
      const last = parts.of(target.key).at(-1);
      target.pass = last ? last.pass + 1 : target.pass;
      setPass.run(target.pass, target.key);
      return parts.add(target.key, target.pass, LOWEST);
    },

    promote(now: number, slots: number): { statusChanged: boolean; nextAt: number | null } {
      const { due, nextAt } = queueOf(scheduled.all().map(jobRow), now);
      if (due.length === 0) return { statusChanged: false, nextAt };
      return writing.change(() => {
        const free = new Slots(slots, running.all().map(jobRow));
        let statusChanged = false;
        for (const job of due) {
          const started = free.isFreeFor(job.type) ? start(job, writing.phonesOf(job), now) : null;
          if (!started) continue;
          writing.apply(job, started);
          statusChanged = true;
          if (job.status === 'IN_PROGRESS') free.take(job.type);
        }
        return { statusChanged, nextAt };
      });
    },
  };
}
