import type { Lease } from '@numscope/adapters/mongo';
import type { OutgoingEvent } from '@numscope/platform';
import type { Share } from '../../domain/fair-share.ts';
import { code } from '../../domain/phone-status.ts';
import { hasBegun, tallyOf } from '../../domain/passes.ts';
import { runningOf } from '../job-record.ts';
import type { Running } from '../job-store.port.ts';
import { requestsFor, type Taken, takenOf } from '../phone-requests.ts';
import type { Block } from './block.ts';
import type { Blocks, StoredBlock } from './blocks.ts';
import { blockId, type Collections, type JobDocument } from './documents.ts';
import type { Jobs } from './jobs.ts';
import type { Outgoing } from './outgoing.ts';
import type { PartView } from './part-views.ts';
import type { Passes } from './passes.ts';

const LOOK_MS = 500;

/** Phones of one block that are handed out. */
interface Handed {
  job: JobDocument;
  pass: number;
  number: number;
  stored: StoredBlock;
  taken: Taken[];
}

/** The first `most` phones of a block that wait. */
function takeFrom(block: Block, run: number, most: number): Taken[] {
  const taken: Taken[] = [];
  for (let index = 0; index < block.numbers.length && taken.length < most; index++)
    if (block.isPendingIn(index, run)) taken.push(takenOf(block.numbers[index] ?? 0, block.stateAt(index)));
  return taken;
}

/** Null when no phone of it waits any more. */
function markSent(block: Block, taken: readonly Taken[], run: number) {
  // A later run has begun: these phones are its own.
  if (block.run > run) return null;
  block.enterRun(run);
  let marked = 0;
  for (const { phone } of taken) {
    const index = block.indexOf(phone);
    if (index < 0 || !block.isPendingIn(index, run)) continue;
    block.status[index] = code.SENT;
    marked++;
  }
  return marked > 0 ? { result: marked } : null;
}

/**
 * Hands phones out to be looked up. What sources are told is written first, and goes out in any case; then the phones are marked. A process that dies in
 * between leaves phones that are asked for twice, which sources take for one; never one that waits for an answer nobody was asked for.
 */
export function dispatching(
  collections: Collections,
  jobs: Jobs,
  blocks: Blocks,
  passes: Passes,
  outgoing: Outgoing,
  lease: Pick<Lease, 'isHeld'>,
) {
  let seen: Running[] = [];
  let seenAt = 0;

  /** The part as it is in the job's pass; null when it cannot be begun now. */
  const begun = async (job: JobDocument, part: PartView): Promise<PartView | null> => {
    if (hasBegun(job, part)) return part;
    if (!(await passes.beginIn(job, part))) return null;
    return (await jobs.parts.of(job)).find(({ key }) => key === part.key) ?? null;
  };

  const handFrom = async (job: JobDocument, part: PartView, most: number): Promise<Handed[]> => {
    const handed: Handed[] = [];
    const waiting = part.blocks.filter(({ tally }) => tally[code.PENDING] > 0);
    let left = most;
    while (left > 0 && waiting.length > 0) {
      let enough = 0;
      const next = waiting.splice(
        0,
        waiting.findIndex(({ tally }) => (enough += tally[code.PENDING]) >= left) + 1 || waiting.length,
      );
      const loaded = await blocks.load(next.map(({ block }) => blockId(job.key, part.pass, block)));
      for (const { block: number } of next) {
        const stored = loaded.get(blockId(job.key, part.pass, number));
        const taken = stored ? takeFrom(stored.block, job.run, left) : [];
        if (stored) handed.push({ job, pass: part.pass, number, stored, taken });
        left -= taken.length;
      }
    }
    return handed;
  };

  const mark = async ({
    job,
    number,
    stored,
    taken,
    pass,
  }: Handed): Promise<{ block: number; stored: StoredBlock }> => {
    const id = blockId(job.key, pass, number);
    const changed = await blocks.change(id, stored, (block) => markSent(block, taken, job.run));
    return { block: number, stored: changed?.stored ?? stored };
  };

  const handOut = async (job: JobDocument, most: number): Promise<Handed[]> => {
    const handed: Handed[] = [];
    let left = most;
    for (const part of await jobs.parts.of(job)) {
      if (left === 0) break;
      if (tallyOf(job, [part])[code.PENDING] === 0) continue;
      const now = await begun(job, part);
      const here = now ? await handFrom(job, now, left) : [];
      left -= here.reduce((sum, { taken }) => sum + taken.length, 0);
      handed.push(...here);
    }
    return handed;
  };

  /** Phones of one pass of a job, an event for each `most` of them. */
  const eventsOf = (job: JobDocument, handed: readonly Handed[], most: number): OutgoingEvent[] =>
    [...Map.groupBy(handed, ({ pass }) => pass)].flatMap(([pass, group]) => {
      const taken = group.flatMap((each) => each.taken);
      const events: OutgoingEvent[] = [];
      for (let at = 0; at < taken.length; at += most)
        events.push(...requestsFor(job, pass, taken.slice(at, at + most)));
      return events;
    });

  /** Blocks of which nothing is taken are looked at as well: what their part says of them is out of date. */
  const markAll = async (handed: readonly Handed[]): Promise<void> => {
    for (const [, group] of Map.groupBy(handed, ({ job, pass }) => `${job.key}:${pass}`)) {
      const marked = await Promise.all(group.map(mark));
      const [first] = group;
      if (first) await blocks.summarise(first.job, first.pass, marked, () => jobs.byKey(first.job.key));
    }
  };

  return {
    async running(): Promise<Running[]> {
      // Only the leader needs to know at once how each job gets on.
      if (!lease.isHeld && Date.now() - seenAt < LOOK_MS) return seen;
      const active = await collections.jobs.find({ status: 'IN_PROGRESS' }).toArray();
      const parts = await jobs.parts.ofAll(active);
      seen = active.map((job) => runningOf(job, tallyOf(job, parts.get(job.key) ?? [])));
      seenAt = Date.now();
      return seen;
    },

    async dispatch(shares: Share[]): Promise<number> {
      if (!lease.isHeld) return 0;
      const handed: Handed[] = [];
      const events: OutgoingEvent[] = [];
      for (const [key, of] of Map.groupBy(shares, (share) => share.key)) {
        const job = await jobs.byKey(key);
        if (job?.status !== 'IN_PROGRESS') continue;
        const here = await handOut(
          job,
          of.reduce((sum, { phones }) => sum + phones, 0),
        );
        handed.push(...here);
        events.push(...eventsOf(job, here, Math.max(...of.map(({ phones }) => phones))));
      }
      await outgoing.ask(events, () => markAll(handed));
      return handed.reduce((sum, { taken }) => sum + taken.length, 0);
    },
  };
}
