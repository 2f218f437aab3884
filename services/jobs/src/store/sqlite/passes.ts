import { code, fresh } from '../../domain/phone-status.ts';
import type { Part, JobRow } from '../job-row.ts';
import { jobRow } from './job-rows.ts';
import { passAfter, Slots } from '../job-rules.ts';
import { RESOLVED } from '../phone-result.ts';
import { LOWEST } from '../phone-value.ts';
import type { Writing } from './writing.ts';
import { SYSTEM } from '../../system.ts';

export type Passes = ReturnType<typeof passes>;

/** How jobs begin and end their passes. */
export function passes(writing: Writing) {
  const { db, parts } = writing;
  const isTarget = db.prepare('SELECT 1 FROM joining WHERE target = ?');
  const release = db.prepare(
    `UPDATE phone SET status = ${code.PENDING} WHERE job = ? AND pass = ? AND phone >= ? AND phone < ? AND status = ${code.SENT} AND flags & ${RESOLVED} = 0`,
  );
  const end = db.prepare('UPDATE job SET finished_on = ?, next_run_at = NULL, pass_due = 0 WHERE key = ?');
  const waitForPass = db.prepare('UPDATE job SET pass_due = 1, next_run_at = ? WHERE key = ?');
  const begin = db.prepare(
    `UPDATE job SET pass = ?, pass_due = 0, pass_begun = ?, next_run_at = NULL, run = run + 1, started_on = COALESCE(started_on, ?),
       finished_on = NULL WHERE key = ?`,
  );
  const copyPass = db.prepare(
    `INSERT OR IGNORE INTO phone (job, pass, phone, status, flags)
     SELECT job, ?, phone, CASE status WHEN ${code.NOT_VALID} THEN status ELSE ${code.PENDING} END, 0 FROM phone
     WHERE job = ? AND pass = ? AND phone >= ? AND phone < ?`,
  );
  const waiting = db.prepare(
    `SELECT * FROM job WHERE status = 'SCHEDULED' ORDER BY type = 'PRIORITY' DESC, next_run_at IS NOT NULL, next_run_at, number`,
  );
  const runningCounts = db.prepare(
    `SELECT COUNT(*) AS jobs, SUM(type = 'PRIORITY') AS priority FROM job WHERE status = 'IN_PROGRESS' AND main = 0`,
  );
  const setPass = db.prepare('UPDATE job SET pass = ? WHERE key = ?');

  /** Ends the pass of a running job whose phones are all final. To be called within a change. */
  const finishIfDone = (job: JobRow, now: number): boolean => {
    if (job.status !== 'IN_PROGRESS' || job.main || writing.open(job) > 0 || isTarget.get(job.key)) return false;
    const next = passAfter(job, writing.valid(job), now);
    if (next === null) end.run(now, job.key);
    else waitForPass.run(next, job.key);
    writing.setStatus(job, next === null ? 'DONE' : 'SCHEDULED', SYSTEM, now);
    return true;
  };

  /** Has a job's present or due pass looked up from now on. To be called within a change. */
  const start = (job: JobRow, now: number): void => {
    const pass = job.pass + (job.pass_due ? 1 : 0);
    begin.run(pass, now, now, job.key);
    Object.assign(job, { pass, pass_due: false, run: job.run + 1, pass_begun: now });
    writing.setStatus(job, 'IN_PROGRESS', SYSTEM, now);
    finishIfDone(job, now);
  };

  return {
    finishIfDone,
    start,

    /** Ends a job for now: what was handed out and not answered becomes pending again. To be called within a change. */
    release(job: JobRow): void {
      for (const part of parts.of(job.key)) {
        if (part.tally[code.SENT] === 0) continue;
        const released = Number(release.run(job.key, part.pass, ...parts.rangeOf(part)).changes);
        parts.move(part, code.SENT, code.PENDING, released);
      }
    },

    end: (job: JobRow, now: number): void => void end.run(now, job.key),

    /** Begins the job's pass in one part: copies its phones as they were before they were looked up. */
    beginIn(job: JobRow, part: Part): void {
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

    promote: (now: number, slots: number): { statusChanged: boolean; nextAt: number | null } => {
      const jobs = waiting.all().map(jobRow);
      if (jobs.length === 0) return { statusChanged: false, nextAt: null };
      return writing.change(() => {
        const counted = runningCounts.get();
        const free = new Slots(slots, Number(counted?.['jobs'] ?? 0), Number(counted?.['priority'] ?? 0));
        let nextAt: number | null = null;
        let statusChanged = false;
        for (const job of jobs) {
          if (job.next_run_at !== null && job.next_run_at > now) {
            nextAt = Math.min(nextAt ?? job.next_run_at, job.next_run_at);
            continue;
          }
          if (!free.isFreeFor(job.type) || isTarget.get(job.key)) continue;
          start(job, now);
          statusChanged = true;
          if (job.status === 'IN_PROGRESS') free.take(job.type);
        }
        return { statusChanged, nextAt };
      });
    },
  };
}
