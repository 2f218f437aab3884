import { change, type JobChanges, merge, retryFailed, retryRefusal, takesSingles, update } from '../../domain/job.ts';
import type { JobState, Refusal, Transition } from '../../domain/job-state.ts';
import { againOf, hasBegun } from '../../domain/passes.ts';
import { code, isOpen } from '../../domain/phone-status.ts';
import type { StatusAction } from '../../domain/status-table.ts';
import type { Act, Changed, JobRecord } from '../job-store.port.ts';
import { flagsAgain } from '../asked-again.ts';
import { HAS_FAILED, pendingRow } from '../phone-result.ts';
import { valueOf } from '../phone-value.ts';
import type { Joins } from './joins.ts';
import type { Passes } from './passes.ts';
import type { Writing } from './writing.ts';

/** What callers do to jobs: each one transaction that looks, decides and writes. */
export function changes(writing: Writing, passes: Passes, joins: Joins) {
  const { db, parts, finder, phones } = writing;
  const reopenFailed = db.prepare(
    `UPDATE phone SET status = ${code.PENDING}, flags = ?
     WHERE job = ? AND pass = ? AND phone >= ? AND phone < ? AND status = ? AND (flags & ${HAS_FAILED}) <> 0`,
  );
  const mainRow = db.prepare('SELECT id FROM job WHERE main = 1');

  /** Does to a job what `decide` says. */
  const decided = (ref: string, act: Act, decide: (job: JobState) => Transition | Refusal): Changed =>
    writing.change(() => {
      const job = finder.job(ref);
      if (!job) return finder.missing(ref);
      const outcome = decide(job);
      if ('refused' in outcome) return outcome;
      writing.apply(job, outcome);
      writing.emit(act.audit);
      return { job: writing.record(job) };
    });

  /** Puts what failed back to be asked again; answers how many phones. */
  const reopen = (job: JobState): number => {
    let reopened = 0;
    for (const part of parts.of(job.key)) {
      for (const status of [code.FAILED, code.FOUND]) {
        if (part.tally[status] === 0 || !hasBegun(job, part)) continue;
        const phones = Number(
          reopenFailed.run(flagsAgain(status), job.key, part.pass, ...parts.rangeOf(part), status).changes,
        );
        parts.move(part, status, code.PENDING, phones);
        reopened += phones;
      }
    }
    return reopened;
  };

  return {
    change: (ref: string, action: StatusAction, mainJobStoppable: boolean, act: Act): Changed =>
      decided(ref, act, (job) => change(job, action, writing.phonesOf(job), act, mainJobStoppable)),

    update: (ref: string, given: JobChanges, act: Act): Changed => decided(ref, act, (job) => update(job, given, act)),

    merge: (sources: number[], target: number, mainJobStoppable: boolean, act: Act): Changed & { at?: number } =>
      writing.change(() => {
        if (sources.includes(target)) return { refused: 'SELF', at: target };
        const merged: Array<{ job: JobState; outcome: Transition }> = [];
        for (const number of new Set(sources)) {
          const job = finder.job(String(number));
          const outcome = job ? merge(job, target, act, mainJobStoppable) : finder.missing(String(number));
          if ('refused' in outcome) return { ...outcome, at: number };
          if (job) merged.push({ job, outcome });
        }
        const opened = joins.open(String(target), act);
        if ('refused' in opened) return { ...opened, at: target };
        for (const { job, outcome } of merged) {
          writing.apply(job, outcome);
          joins.request(job.key, opened.row, false, job.duplicates, job.skipped);
        }
        writing.emit(act.audit);
        return { job: writing.record(opened.row) };
      }),

    retryFailed: (ref: string, act: Act): Changed =>
      decided(ref, act, (job) => {
        const refusal = retryRefusal(job);
        if (refusal) return refusal;
        const left = againOf(job, writing.countedParts(job));
        return retryFailed(job, left + reopen(job), act);
      }),

    refresh: (phone: string, act: Act): JobRecord | null =>
      writing.change(() => {
        const main = finder.job(String(mainRow.get()?.['id']));
        if (!main || !takesSingles(main)) return null;
        writing.emit(act.audit);
        const value = valueOf(phone);
        for (const part of parts.of(main.key)) {
          const known = phones.find(main.key, part.pass, value);
          if (!known) continue;
          // It is being asked for already.
          if (isOpen(known.status)) return writing.record(main);
          // Asked for again, it gets a pass of its own; the main job keeps the latest result of each number.
          phones.remove(main.key, part.pass, value);
          part.tally[known.status as 0]--;
          parts.touch(part);
          if (part.pass === main.pass) passes.openMainPart(main);
        }
        joins.place(main, [pendingRow(value)]);
        return writing.record(main);
      }),
  };
}
