import type { Lease } from '@numscope/adapters/mongo';
import { total } from '../../domain/phone-status.ts';
import { SYSTEM } from '../../system.ts';
import { tallyOf } from '../job-row.ts';
import { passAfter, Slots } from '../job-rules.ts';
import { freshBlock } from './block.ts';
import { blockId, type Collections, type JobDocument, partId } from './documents.ts';
import type { JobChange, Jobs } from './jobs.ts';
import type { Blocks } from './blocks.ts';
import type { PartView } from './part-views.ts';
import type { Turns } from './turns.ts';

/** So often jobs are looked for whose last result was counted by a process that died before it could end them. */
const LOOK_MS = 5000;

export type Passes = ReturnType<typeof passes>;

/** In the order in which they get free slots. */
const byTurn = (a: JobDocument, b: JobDocument): number =>
  Number(b.type === 'PRIORITY') - Number(a.type === 'PRIORITY') ||
  Number(a.next_run_at !== null) - Number(b.next_run_at !== null) ||
  (a.next_run_at ?? 0) - (b.next_run_at ?? 0) ||
  a.number - b.number;

/** How jobs begin and end their passes. */
export function passes(collections: Collections, jobs: Jobs, blocks: Blocks, turns: Turns, lease: Pick<Lease, 'isHeld'>) {
  let lookedAt = 0;

  const end = ({ job }: JobChange, now: number): void => void Object.assign(job, { finished_on: now, next_run_at: null, pass_due: false });

  /** Ends the pass of a running job whose phones are all final. */
  const finish = async (change: JobChange, now: number): Promise<boolean> => {
    const { job } = change;
    if (job.status !== 'IN_PROGRESS' || job.main || job.joins.length > 0) return false;
    const tally = tallyOf(job, await jobs.parts.of(job));
    if (tally[0] + tally[1] > 0) return false;
    const next = passAfter(job, total(tally) - tally[5], now);
    if (next === null) end(change, now);
    else Object.assign(job, { pass_due: true, next_run_at: next });
    change.setStatus(next === null ? 'DONE' : 'SCHEDULED', SYSTEM, now);
    return true;
  };

  /** Has a job's present or due pass looked up from now on. */
  const start = async (change: JobChange, now: number): Promise<void> => {
    const { job } = change;
    Object.assign(job, {
      pass: job.pass + (job.pass_due ? 1 : 0),
      pass_due: false,
      pass_begun: now,
      next_run_at: null,
      run: job.run + 1,
      started_on: job.started_on ?? now,
      finished_on: null,
    });
    change.setStatus('IN_PROGRESS', SYSTEM, now);
    await finish(change, now);
  };

  const finishIfDone = async (key: number, now: number): Promise<boolean> =>
    (await jobs.change(
      () => jobs.byKey(key),
      (change) => finish(change, now),
    )) ?? false;

  /** Starts a job that still waits; answers whether it runs now. */
  const startWaiting = async (key: number, now: number): Promise<{ started: boolean; runs: boolean }> =>
    (await jobs.change(
      () => jobs.byKey(key),
      async (change) => {
        const { job } = change;
        if (job.status !== 'SCHEDULED' || job.joins.length > 0) return { started: false, runs: false };
        await start(change, now);
        return { started: true, runs: change.status === 'IN_PROGRESS' };
      },
    )) ?? { started: false, runs: false };

  const endForgotten = async (running: readonly JobDocument[], now: number): Promise<boolean> => {
    if (Date.now() - lookedAt < LOOK_MS) return false;
    lookedAt = Date.now();
    let ended = false;
    for (const { key } of running) ended = (await finishIfDone(key, now)) || ended;
    return ended;
  };

  return {
    end,
    start,
    finish,
    finishIfDone,

    /** Begins the job's pass in one part: copies its phones as they were before they were looked up. False when that is another's now. */
    beginIn: (job: JobDocument, part: PartView): Promise<boolean> =>
      turns.take(async () => {
        const document = await collections.parts.findOne({ _id: partId(job.key, part.key), pass: part.pass });
        if (!document) return false;
        const idOf = (number: string, pass: number): string => blockId(job.key, pass, Number(number));
        const numbers = Object.keys(document.blocks);
        const stored = await blocks.load(numbers.map((number) => idOf(number, part.pass)));
        const begun = numbers.flatMap((number) => {
          const old = stored.get(idOf(number, part.pass));
          return old ? [{ number, id: idOf(number, job.pass), block: freshBlock(old.block, job.run) }] : [];
        });
        await blocks.write(begun);
        // Phones that came in meanwhile would be lost: then it is tried again.
        const asRead = Object.entries(document.blocks).map(([number, { revision }]) => [`blocks.${number}.revision`, revision]);
        const summaries = Object.fromEntries(begun.map(({ number, block }) => [number, block.summary(1)]));
        const { matchedCount } = await collections.parts.updateOne(
          { _id: document._id, pass: part.pass, ...Object.fromEntries(asRead) },
          { $set: { pass: job.pass, blocks: summaries } },
        );
        return matchedCount === 1;
      }),

    async promote(now: number, slots: number): Promise<{ statusChanged: boolean; nextAt: number | null }> {
      if (!lease.isHeld) return { statusChanged: false, nextAt: null };
      const active = await collections.jobs.find({ status: { $in: ['SCHEDULED', 'IN_PROGRESS'] }, key: { $gt: 0 } }).toArray();
      const running = active.filter(({ status, main }) => status === 'IN_PROGRESS' && !main);
      let statusChanged = await endForgotten(running, now);
      const free = new Slots(slots, running.length, running.filter(({ type }) => type === 'PRIORITY').length);
      let nextAt: number | null = null;
      for (const job of active.filter(({ status }) => status === 'SCHEDULED').sort(byTurn)) {
        if (job.next_run_at !== null && job.next_run_at > now) {
          nextAt = Math.min(nextAt ?? job.next_run_at, job.next_run_at);
          continue;
        }
        if (!free.isFreeFor(job.type) || job.joins.length > 0) continue;
        const { started, runs } = await startWaiting(job.key, now);
        statusChanged ||= started;
        if (runs) free.take(job.type);
      }
      return { statusChanged, nextAt };
    },
  };
}
