import type { JobAction } from '@numscope/contracts';
import { code } from '../../domain/phone-status.ts';
import type { Act, Changed, JobChanges, JobRecord, Refusal } from '../job-store.port.ts';
import type { JobRow } from '../job-row.ts';
import { refusalOf, retryRefusal, type StatusAction, statusAfter } from '../job-rules.ts';
import type { Joins } from './joins.ts';
import type { Passes } from './passes.ts';
import { HAS_FAILED, RETRY, WAS_FOUND } from '../phone-result.ts';
import { valueOf } from '../phone-value.ts';
import type { Writing } from './writing.ts';

/** What callers do to jobs: each one transaction that looks, decides and writes. */
export function changes(writing: Writing, passes: Passes, joins: Joins) {
  const { db, parts, finder } = writing;
  const play = db.prepare('UPDATE job SET pass_due = ?, next_run_at = NULL, finished_on = NULL WHERE key = ?');
  const wait = db.prepare('UPDATE job SET next_run_at = NULL WHERE key = ?');
  const dropPhones = db.prepare(`UPDATE storage SET state = 'DROPPED' WHERE key = ?`);
  const setMerged = db.prepare('UPDATE job SET merged_into = ? WHERE key = ?');
  const setDetails = db.prepare('UPDATE job SET name = ?, folded = ?, iteration = ?, type = ?, purpose = ?, schedule = ? WHERE key = ?');
  const reopenFailed = db.prepare(
    `UPDATE phone SET status = ${code.PENDING}, flags = ${RETRY} | CASE status WHEN ${code.FOUND} THEN ${WAS_FOUND} ELSE 0 END
     WHERE job = ? AND pass = ? AND phone >= ? AND phone < ? AND status = ? AND (flags & ${HAS_FAILED}) <> 0`,
  );
  const findPass = db.prepare('SELECT status FROM phone WHERE job = ? AND pass = ? AND phone = ?');
  const removePhone = db.prepare('DELETE FROM phone WHERE job = ? AND pass = ? AND phone = ?');
  const mainRow = db.prepare('SELECT id FROM job WHERE main = 1');

  const found = (ref: string): JobRow | Refusal => {
    const job = finder.job(ref);
    if (job) return job;
    const subTask = finder.part(ref);
    return subTask ? { refused: 'WRONG_STATE', status: subTask.job.status } : { refused: 'NOT_FOUND' };
  };

  /** A job that allows the action, or why not. */
  const allowing = (ref: string, action: JobAction, mainJobStoppable: boolean): JobRow | Refusal => {
    const job = found(ref);
    if ('refused' in job) return job;
    return refusalOf(job, action, mainJobStoppable) ?? job;
  };

  const apply = (job: JobRow, action: StatusAction, act: Act): void => {
    if (action === 'PLAY') {
      const nextPass = job.status === 'DONE' && !job.main && writing.open(job) === 0;
      job.pass_due ||= nextPass;
      play.run(Number(job.pass_due), job.key);
    } else passes.release(job);
    if (action === 'PAUSE') wait.run(job.key);
    if (action === 'STOP' || action === 'CANCEL') passes.end(job, act.at);
    if (action === 'DELETE') dropPhones.run(job.key);
    writing.setStatus(job, statusAfter[action], act.by, act.at);
    // The main job needs no slot.
    if (action === 'PLAY' && job.main) passes.start(job, act.at);
  };

  /** Puts what failed back to be asked again; answers how many phones. */
  const reopen = (job: JobRow): number => {
    let reopened = 0;
    for (const part of parts.of(job.key)) {
      for (const status of [code.FAILED, code.FOUND]) {
        if (part.tally[status] === 0 || (!job.main && part.pass !== job.pass)) continue;
        const phones = Number(reopenFailed.run(job.key, part.pass, ...parts.rangeOf(part), status).changes);
        parts.move(part, status, code.PENDING, phones);
        reopened += phones;
      }
    }
    return reopened;
  };

  return {
    change: (ref: string, action: JobAction, mainJobStoppable: boolean, act: Act): Changed =>
      writing.change(() => {
        const job = allowing(ref, action, mainJobStoppable);
        if ('refused' in job) return job;
        if (action === 'PLAY' && job.status === 'DONE' && !job.main && writing.valid(job) === 0) return { refused: 'RERUN_INVALID' };
        const before = writing.record(job);
        if (action !== 'MERGE' && action !== 'UPDATE') apply(job, action, act);
        writing.emit(act.audit);
        return { job: action === 'DELETE' ? { ...before, status: job.status } : writing.record(finder.byKey(job.key) ?? job) };
      }),

    update: (ref: string, given: JobChanges, act: Act): Changed =>
      writing.change(() => {
        const job = allowing(ref, 'UPDATE', false);
        if ('refused' in job) return job;
        const name = given.name ?? job.name;
        const purpose = given.purpose === undefined ? job.purpose : given.purpose;
        const schedule = given.schedule === undefined ? job.schedule : given.schedule;
        setDetails.run(name, name.toLowerCase(), given.iteration ?? job.iteration, given.type ?? job.type, purpose, schedule, job.key);
        writing.emit(act.audit);
        return { job: writing.record(finder.byKey(job.key) ?? job) };
      }),

    merge: (sources: number[], target: number, mainJobStoppable: boolean, act: Act): Changed & { at?: number } =>
      writing.change(() => {
        if (sources.includes(target)) return { refused: 'SELF', at: target };
        const merged: JobRow[] = [];
        for (const number of new Set(sources)) {
          const job = allowing(String(number), 'MERGE', mainJobStoppable);
          if ('refused' in job) return { ...job, at: number };
          merged.push(job);
        }
        const outcome = joins.open(String(target), act);
        if ('refused' in outcome) return { ...outcome, at: target };
        for (const job of merged) {
          passes.release(job);
          passes.end(job, act.at);
          setMerged.run(target, job.key);
          writing.setStatus(job, 'MERGED', act.by, act.at);
          joins.request(job.key, outcome.row, false, job.duplicates, job.skipped);
        }
        writing.emit(act.audit);
        return { job: writing.record(outcome.row) };
      }),

    retryFailed: (ref: string, act: Act): Changed =>
      writing.change(() => {
        const job = found(ref);
        if ('refused' in job) return job;
        const refusal = retryRefusal(job);
        if (refusal) return refusal;
        const reopened = reopen(job);
        // Between two passes, too, what failed in the last one comes first.
        if (reopened > 0 && (job.status === 'DONE' || job.pass_due)) play.run(0, job.key);
        if (reopened > 0 && job.status === 'DONE') {
          writing.setStatus(job, 'SCHEDULED', act.by, act.at);
        }
        writing.emit(act.audit);
        return { job: writing.record(finder.byKey(job.key) ?? job) };
      }),

    refresh: (phone: string, act: Act): JobRecord | null =>
      writing.change(() => {
        const main = finder.job(String(mainRow.get()?.['id']));
        if (!main || main.status === 'DONE' || main.status === 'CANCELED') return null;
        const value = valueOf(phone);
        const target = { key: main.key, pass: main.pass, main: true };
        for (const part of parts.of(main.key)) {
          const row = findPass.get(main.key, part.pass, value);
          if (!row) continue;
          const status = Number(row['status']);
          // It is being asked for already.
          if (status === code.PENDING || status === code.SENT) return writing.record(main);
          // Asked for again, it gets a pass of its own; the main job keeps the latest result of each number.
          removePhone.run(main.key, part.pass, value);
          part.tally[status as 0]--;
          parts.touch(part);
          if (part.pass === target.pass) passes.openMainPart(target);
        }
        joins.place(target, [{ phone: value, status: code.PENDING, flags: 0, sources: null }]);
        writing.emit(act.audit);
        return writing.record(finder.byKey(main.key) ?? main);
      }),
  };
}
