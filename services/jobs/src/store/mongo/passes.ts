import type { Lease } from '@numscope/adapters/mongo';
import { endsByItself, finish, queueOf, Slots, start } from '../../domain/passes.ts';
import { freshBlock } from './block.ts';
import { blockId, type Collections, type JobDocument, partId } from './documents.ts';
import type { Jobs } from './jobs.ts';
import type { Blocks } from './blocks.ts';
import type { PartView } from './part-views.ts';
import type { Turns } from './turns.ts';

/** So often jobs are looked for whose last result was counted by a process that died before it could end them. */
const LOOK_MS = 5000;

export type Passes = ReturnType<typeof passes>;

/** How jobs begin and end their passes. */
export function passes(
  collections: Collections,
  jobs: Jobs,
  blocks: Blocks,
  turns: Turns,
  lease: Pick<Lease, 'isHeld'>,
) {
  let lookedAt = 0;

  /** Ends the pass of a running job whose phones are all final. */
  const finishIfDone = async (key: number, now: number): Promise<boolean> =>
    (await jobs.step(key, async (job) => (endsByItself(job) ? finish(job, await jobs.phonesOf(job), now) : null))) !==
    null;

  const endForgotten = async (running: readonly JobDocument[], now: number): Promise<boolean> => {
    if (Date.now() - lookedAt < LOOK_MS) return false;
    lookedAt = Date.now();
    let ended = false;
    for (const { key } of running) ended = (await finishIfDone(key, now)) || ended;
    return ended;
  };

  return {
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
        const asRead = Object.entries(document.blocks).map(([number, { revision }]) => [
          `blocks.${number}.revision`,
          revision,
        ]);
        const summaries = Object.fromEntries(begun.map(({ number, block }) => [number, block.summary(1)]));
        const { matchedCount } = await collections.parts.updateOne(
          { _id: document._id, pass: part.pass, ...Object.fromEntries(asRead) },
          { $set: { pass: job.pass, blocks: summaries } },
        );
        return matchedCount === 1;
      }),

    async promote(now: number, slots: number): Promise<{ statusChanged: boolean; nextAt: number | null }> {
      if (!lease.isHeld) return { statusChanged: false, nextAt: null };
      const active = await collections.jobs
        .find({ status: { $in: ['SCHEDULED', 'IN_PROGRESS'] }, key: { $gt: 0 } })
        .toArray();
      const running = active.filter(({ status, main }) => status === 'IN_PROGRESS' && !main);
      let statusChanged = await endForgotten(running, now);
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
