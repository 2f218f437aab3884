import { change, merge, takesSingles, update } from '../../domain/job.ts';
import { wrongState } from '../../domain/job-state.ts';
import { isOpen } from '../../domain/phone-status.ts';
import type { OutgoingEvent } from '@numscope/platform';
import type { JobStore } from '../job-store.port.ts';
import { pendingRow } from '../phone-result.ts';
import { valueOf } from '../phone-value.ts';
import type { JobDocument } from './documents.ts';
import { type Jobs, MAIN_KEY } from './jobs.ts';
import type { Joins } from './joins.ts';
import { cut, open } from './parts.ts';
import { partOf, phoneId } from './phone-id.ts';
import { documentOfPhone } from './phone-states.ts';

/** What callers do to jobs. What was handed out of a job that does not run any more counts as pending by itself. */
export function changes(jobs: Jobs, joins: Joins) {
  const { phones } = jobs;
  const mainJob = (): Promise<JobDocument | null> => jobs.byKey(MAIN_KEY);

  /**
   * Has the main job's pass be one that the number was not in; the part it belongs in is counted from now on. The entry
   * is kept with that: ahead of the phone, which is another document, so that none is asked for without it.
   */
  const openMain = (phone: number, usedPass: number | null, audit: OutgoingEvent | null): Promise<JobDocument | null> =>
    jobs.change(MAIN_KEY, (change) => {
      const { job } = change;
      change.emit(audit);
      if (usedPass !== null && job.pass <= usedPass) job.pass = usedPass + 1;
      const part = partOf(job, phone);
      if (part) open(part, Date.now());
      else job.parts.push({ first: phone, number: null, id: null, pass: job.pass, tally: null, opened: Date.now() });
      return job;
    });

  /** Puts a number into the main job, or asks for it again; false when others did meanwhile. */
  const askAgain = async (
    phone: number,
    known: { pass: number; status: number } | null,
    audit: OutgoingEvent | null,
  ): Promise<boolean> => {
    const job = await openMain(phone, known?.pass ?? null, audit);
    if (!job) throw new Error('there is no main job');
    const document = documentOfPhone(job, job.pass, pendingRow(phone));
    if (!known) return (await phones.add([document])).length === 0;
    const { pass, status } = known;
    const { matchedCount } = await phones.all.replaceOne({ _id: document._id, pass, status }, document);
    return matchedCount === 1;
  };

  return {
    change: (ref, action, mainJobStoppable, act) =>
      jobs.decide(ref, act, async (job) => change(job, action, await jobs.phonesOf(job), act, mainJobStoppable)),

    update: (ref, given, act) => jobs.decide(ref, act, (job) => update(job, given, act)),

    /** First the target waits for the phones, then each source becomes MERGED: what a killed process left of that is done before the first phone moves. */
    async merge(sources, target, mainJobStoppable, act) {
      if (sources.includes(target)) return { refused: 'SELF', at: target };
      const merged: JobDocument[] = [];
      for (const number of new Set(sources)) {
        const job = await jobs.byRef(String(number));
        const outcome = job ? merge(job, target, act, mainJobStoppable) : await jobs.missing(String(number));
        if ('refused' in outcome) return { ...outcome, at: number };
        if (job) merged.push(job);
      }
      const by = { by: act.by, at: act.at };
      const requests = merged.map(({ key, duplicates, skipped }) => ({
        source: key,
        afresh: false,
        merge: by,
        duplicates,
        skipped,
      }));
      const outcome = await joins.request(String(target), act, requests);
      const now = await jobs.byRef(String(target));
      if ('refused' in outcome || !now)
        return 'refused' in outcome ? { ...outcome, at: target } : { refused: 'NOT_FOUND', at: target };
      for (const { key, number } of merged) {
        if (await joins.ensureMerged(key, now, by)) continue;
        await joins.withdraw(String(target), key);
        const job = await jobs.byRef(String(number));
        return { ...(job ? wrongState(job) : { refused: 'NOT_FOUND' }), at: number };
      }
      return outcome;
    },

    /** Has one number looked up, whatever is known of it. Null when the main job is ended. */
    async refresh(phone, act) {
      const value = Number(valueOf(phone));
      for (;;) {
        const job = await mainJob();
        if (!job || !takesSingles(job)) return null;
        const known = await phones.all.findOne({ _id: phoneId(job, job.pass, value) });
        // It is being asked for already.
        if (known && isOpen(known.status)) {
          await jobs.change(MAIN_KEY, (change) => change.emit(act.audit));
          return jobs.record(job);
        }
        if (!(await askAgain(value, known, act.audit))) continue;
        await jobs.change(MAIN_KEY, async (change) => {
          const part = partOf(change.job, value);
          if (part && !known) await cut(phones, change.job, part);
        });
        const now = await mainJob();
        return now && jobs.record(now);
      }
    },
  } satisfies Partial<JobStore>;
}
