import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@numscope/platform';
import { join, merge, reopen } from '../../domain/job.ts';
import { rowsOfOneStep, sizeOf } from '../../domain/passes.ts';
import type { Act, Changed } from '../job-store.port.ts';
import type { PhoneValue } from '../phone-value.ts';
import { type Brought, broughtPhones } from './brought-phones.ts';
import { type Collections, type JobDocument, type Joining, type PartHead, waitsForPhones } from './documents.ts';
import type { JobChange, Jobs } from './jobs.ts';
import { mayMerge } from './may-merge.ts';
import { beginPass, cut, open } from './parts.ts';
import { partOf } from './phone-id.ts';

/** How long a process waits before it looks again whether the leader has carried out what it asked for. */
const LOOK_MS = 100;

export type Joins = ReturnType<typeof joins>;

type Request = Pick<Joining, 'source' | 'afresh' | 'merge' | 'duplicates' | 'skipped'>;

/**
 * Brings phones of one job, or of an upload, into another: step by step, carried on by whoever leads. What is to join
 * stands in the job that they join, so a job that waits for phones is not ended, and the last step is one change of that
 * job. Each step may be repeated.
 */
export function joins(collections: Collections, jobs: Jobs, lease: { readonly isHeld: boolean }) {
  const { phones } = jobs;
  const { sourceOf, nextRows, place } = broughtPhones(collections, jobs, lease);
  const entry = (request: Request): Joining => ({ ...request, id: newId(), after: null, rows: 0, before: null });

  /** Changes a joining in its job, if it is still there. */
  const advance = (
    target: JobDocument,
    id: string,
    step: (change: JobChange, joining: Joining) => Promise<void> | void,
  ): Promise<JobDocument | null> =>
    jobs.change(target.key, async (change) => {
      const joining = change.job.joins.find((each) => each.id === id);
      if (joining) await step(change, joining);
      return change.job;
    });

  const forget = ({ job }: JobChange, id: string): void => {
    job.joins = job.joins.filter((each) => each.id !== id);
  };

  const dropUpload = (key: number): Promise<unknown> =>
    collections.uploads.updateOne({ _id: key, state: 'JOINING' }, { $set: { state: 'DROPPED' } });

  const targetsNow = (): Promise<JobDocument[]> => collections.jobs.find(waitsForPhones).toArray();

  /** Makes a job MERGED; false when it has become something that cannot be merged. Once more does no harm. */
  const ensureMerged = async (
    source: number,
    target: JobDocument,
    by: NonNullable<Joining['merge']>,
  ): Promise<boolean> =>
    (await jobs.change(source, async (change) => {
      const { job } = change;
      if (job.status === 'MERGED') return job.merged_into === target.number;
      if (!mayMerge(await targetsNow(), source, target.key)) return false;
      const outcome = merge(job, target.number, by, true);
      if ('refused' in outcome) return false;
      change.apply(outcome);
      return true;
    })) ?? false;

  /** The part that a phone is to be put into; made when there is none. Its phones are counted from now on. */
  const openFor = (job: JobDocument, phone: PhoneValue): PartHead => {
    const part = partOf(job, phone) ?? { first: phone, number: null, id: null, pass: job.pass, tally: null, opened: 0 };
    if (job.parts.length === 0) job.parts.push(part);
    open(part, Date.now());
    return part;
  };

  const passesOf = (job: JobDocument, rows: readonly Brought[]): string =>
    JSON.stringify([job.pass, ...rows.map(({ row }) => partOf(job, row.phone)?.pass)]);

  const finish = async (target: JobDocument, { id, source, merge: by }: Joining, at: number): Promise<void> => {
    await advance(target, id, async (change, { rows, before: had, duplicates, skipped }) => {
      const { job } = change;
      forget(change, id);
      const state = await jobs.phonesOf(job);
      const size = sizeOf(state.parts);
      job.duplicates += duplicates + Math.max(0, rows - (size - (had ?? size)));
      job.skipped += skipped;
      change.apply(join(job, state, { merged: by !== null, at }));
      if (job.subtype !== 'SUPER_JOB') return;
      const bare = job.parts.filter(({ number }) => number === null);
      let number = bare.length > 0 ? await jobs.take('number', bare.length) : 0;
      for (const part of bare) Object.assign(part, { number: number++, id: newId() });
    });
    await dropUpload(source);
  };

  const step = async (target: JobDocument, joining: Joining, now: number): Promise<void> => {
    const { id } = joining;
    if (
      target.status === 'DELETED' ||
      (joining.merge && !(await ensureMerged(joining.source, target, joining.merge)))
    ) {
      await advance(target, id, (change) => forget(change, id));
      await dropUpload(joining.source);
      return;
    }
    if (joining.before === null) {
      await advance(target, id, async ({ job }, begun) => {
        begun.before = sizeOf(await jobs.partsOf(job));
      });
      return;
    }
    const source = await sourceOf(joining.source);
    const next = source ? await nextRows(source, joining) : [];
    if (next.length === 0) return finish(target, joining, now);
    let rows: readonly Brought[] = next;
    const opened = await advance(target, id, async ({ job }) => {
      const isMerged = next.some(({ from }) => from !== null);
      if (isMerged) rows = rowsOfOneStep(job, next, ({ row }) => partOf(job, row.phone));
      for (const part of new Set(rows.map(({ row }) => openFor(job, row.phone)))) {
        // What was answered of them counts in the present pass.
        if (isMerged) await beginPass(phones, job, part);
      }
    });
    const last = rows.at(-1);
    if (!opened || !last || !lease.isHeld) return;
    if (!(await place(opened, id, rows))) return;
    await advance(target, id, async (change, { after }) => {
      const { job } = change;
      // Removed meanwhile: then these phones are still to be.
      if (job.status === 'DELETED') job.holds = true;
      // Not by a process that led before, and did it too. What was put into a pass that was left meanwhile comes once more.
      if (after !== joining.after || passesOf(job, rows) !== passesOf(opened, rows)) return;
      for (const part of new Set(rows.map(({ row }) => openFor(job, row.phone)))) await cut(phones, job, part);
      Object.assign(job.joins.find((each) => each.id === id) ?? {}, {
        after: last.row.phone,
        rows: joining.rows + rows.length,
      });
    });
  };

  /**
   * Goes on where each job waits for another. A merge that may not be is taken back: whoever asked for it ended before.
   * Else one of them is a copy of the job that it is merged into, and takes what is there.
   */
  const breakRing = async (targets: readonly JobDocument[], now: number): Promise<boolean> => {
    if (!lease.isHeld) return false;
    for (const target of targets)
      for (const { id, source, merge: by } of target.joins) {
        if (by === null || (await ensureMerged(source, target, by))) continue;
        await advance(target, id, (change) => forget(change, id));
        return true;
      }
    for (const target of targets) {
      const [head] = target.joins;
      if (!head || head.merge !== null) continue;
      await step(target, head, now);
      return true;
    }
    return false;
  };

  return {
    entry,
    ensureMerged,

    /** Notes that phones are to join a job, opened again if it was done. */
    request: (ref: string, act: Act, requests: readonly Request[]): Promise<Changed> =>
      jobs.decide(ref, act, (job) => {
        const opened = reopen(job, act);
        if (!('refused' in opened)) job.joins.push(...requests.map(entry));
        return opened;
      }),

    /** Takes back what was asked for. */
    async withdraw(target: string, source: number): Promise<void> {
      await jobs.change(target, ({ job }) => {
        job.joins = job.joins.filter((each) => each.source !== source);
      });
    },

    async joinNext(now: number): Promise<boolean> {
      const targets = await targetsNow();
      // A source waits for its own phones first. Ids do not tell that order, as the clocks of processes differ.
      const isWhole = ({ source }: Joining): boolean => !targets.some(({ key }) => key === source);
      const next = targets.flatMap((target) =>
        target.joins
          .slice(0, 1)
          .filter(isWhole)
          .map((joining) => ({ target, joining })),
      );
      const [first] = next.sort((a, b) => (a.joining.id < b.joining.id ? -1 : 1));
      if (!first) return breakRing(targets, now);
      // Carried out by the leader; whoever asked for it waits.
      if (lease.isHeld) await step(first.target, first.joining, now);
      else await pause(LOOK_MS);
      return true;
    },
  };
}
