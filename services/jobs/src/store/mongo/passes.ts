import type { Lease } from '@numscope/adapters/mongo';
import { endsByItself, finish, queueOf, Slots, start } from '../../domain/passes.ts';
import type { Collections, JobDocument } from './documents.ts';
import type { Jobs } from './jobs.ts';
import { isSeenOpen } from './parts.ts';
import type { Reopening } from './reopening.ts';

/** How often jobs are looked for whose last result was taken in by a process that died before it could end them. */
const LOOK_MS = 5000;

export type Passes = ReturnType<typeof passes>;

/** How jobs begin and end their passes. */
export function passes(
  collections: Collections,
  jobs: Jobs,
  reopening: Pick<Reopening, 'takeOver'>,
  lease: Pick<Lease, 'isHeld'>,
) {
  let lookedAt = 0;

  /** Ends the pass of a running job whose phones are all final. */
  const finishIfDone = async (key: number, now: number): Promise<boolean> =>
    (await jobs.step(key, async (job) =>
      endsByItself(job) && !(await isSeenOpen(jobs.phones, job)) ? finish(job, await jobs.phonesOf(job), now) : null,
    )) !== null;

  const endForgotten = async (running: readonly JobDocument[], now: number): Promise<boolean> => {
    if (Date.now() - lookedAt < LOOK_MS) return false;
    lookedAt = Date.now();
    let ended = false;
    for (const { key } of running) ended = (await finishIfDone(key, now)) || ended;
    return ended;
  };

  return {
    finishIfDone,

    async promote(now: number, slots: number): Promise<{ statusChanged: boolean; nextAt: number | null }> {
      if (!lease.isHeld) return { statusChanged: false, nextAt: null };
      const active = await collections.jobs.find({ status: { $in: ['SCHEDULED', 'IN_PROGRESS'] } }).toArray();
      for (const job of active) await reopening.takeOver(job);
      const running = active.filter(({ status, main }) => status === 'IN_PROGRESS' && !main);
      let statusChanged = await endForgotten(active.filter(endsByItself), now);
      const free = new Slots(slots, running);
      const { due, nextAt } = queueOf(
        active.filter(({ status }) => status === 'SCHEDULED'),
        now,
      );
      for (const job of due) {
        if (!free.isFreeFor(job.type) || job.joins.length > 0) continue;
        const started = await jobs.step(job.key, async (waiting) => start(waiting, await jobs.phonesOf(waiting), now));
        statusChanged ||= started !== null;
        if (started?.job.status === 'IN_PROGRESS') free.take(job.type);
      }
      return { statusChanged, nextAt };
    },
  };
}
