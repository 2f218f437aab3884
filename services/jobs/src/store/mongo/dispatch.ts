import type { Lease } from '@numscope/adapters/mongo';
import type { OutgoingEvent } from '@numscope/platform';
import { hasBegun } from '../../domain/passes.ts';
import { runningOf } from '../job-record.ts';
import type { JobStore, Running } from '../job-store.port.ts';
import { requestsFor, takenOf } from '../phone-requests.ts';
import type { Collections, JobDocument, PartHead, PhoneDocument } from './documents.ts';
import type { Jobs } from './jobs.ts';
import type { Outgoing } from './outgoing.ts';
import { beginPass, mayWait, open } from './parts.ts';
import { idsOfPart, isOverlong, phoneOfId } from './phone-id.ts';

const LOOK_MS = 500;

/** Phones of a job that are handed out. */
interface Handed {
  job: JobDocument;
  phones: PhoneDocument[];
}

/**
 * Hands phones out to be looked up. What sources are told is written first, and goes out in any case; then the phones are marked. A process that dies in
 * between leaves phones that are asked for twice, which sources take for one; never one that waits for an answer nobody was asked for.
 */
export function dispatching(collections: Collections, jobs: Jobs, outgoing: Outgoing, lease: Pick<Lease, 'isHeld'>) {
  const { phones } = jobs;
  let seen: Running[] = [];
  let seenAt = 0;

  const runningNow = async (job: JobDocument): Promise<Running> => {
    const open = job.parts.filter(({ tally }) => tally === null).length;
    const running = runningOf(job, await jobs.partsOf(job));
    if (lease.isHeld && job.parts.filter(({ tally }) => tally === null).length < open) await jobs.keepCounts(job.key);
    return running;
  };

  /** The job as it is once phones of a part may change, in its present pass; null when it does not run any more. */
  const opened = (key: number, { first }: PartHead): Promise<JobDocument | null> =>
    jobs.change(key, async ({ job }) => {
      const part = job.parts.find((each) => each.first === first);
      if (job.status !== 'IN_PROGRESS' || !part) return null;
      await beginPass(phones, job, part);
      open(part);
      return job;
    });

  /** A version before held numbers for valid that no event can name: one among others would have all refused. */
  const withoutOverlong = async (job: JobDocument, found: readonly PhoneDocument[]): Promise<PhoneDocument[]> => {
    const { overlong = [], fine = [] } = Object.groupBy(found, ({ _id }) => (isOverlong(_id) ? 'overlong' : 'fine'));
    if (overlong.length > 0) await phones.markNotValid(job, overlong);
    return fine;
  };

  const handOut = async (found: JobDocument, most: number): Promise<Handed> => {
    const taken: PhoneDocument[] = [];
    let job = found;
    for (const { first } of found.parts) {
      if (taken.length === most) break;
      let part = job.parts.find((each) => each.first === first);
      if (!part || !mayWait(job, part)) continue;
      if (part.tally !== null || !hasBegun(job, part)) {
        const now = await opened(job.key, part);
        if (now?.run !== found.run) break;
        job = now;
        part = job.parts.find((each) => each.first === first);
      }
      if (!part) continue;
      const waiting = await phones.waiting(job, idsOfPart(job, part), most - taken.length);
      taken.push(...(await withoutOverlong(job, waiting)));
    }
    return { job, phones: taken };
  };

  /** An event for each `most` phones of one pass of a job. */
  const eventsOf = ({ job, phones: all }: Handed, most: number): OutgoingEvent[] =>
    [...Map.groupBy(all, ({ pass }) => pass)].flatMap(([pass, group]) => {
      const taken = group.map((each) => takenOf(Number(phoneOfId(each._id)), each));
      const events: OutgoingEvent[] = [];
      for (let at = 0; at < taken.length; at += most)
        events.push(...requestsFor(job, pass, taken.slice(at, at + most)));
      return events;
    });

  return {
    async reopenWaiting(key, waiting, after, limit) {
      const job = lease.isHeld ? await jobs.byKey(key) : null;
      if (job?.status !== 'IN_PROGRESS') return { phones: 0, after: null };
      return phones.reopenWaiting(job, waiting, after, limit);
    },

    async running() {
      // Only the leader needs to know at once how each job gets on.
      if (!lease.isHeld && Date.now() - seenAt < LOOK_MS) return seen;
      const active = await collections.jobs.find({ status: 'IN_PROGRESS' }).toArray();
      seen = await Promise.all(active.map(runningNow));
      seenAt = Date.now();
      return seen;
    },

    async dispatch(shares) {
      if (!lease.isHeld) return 0;
      const handed: Handed[] = [];
      const events: OutgoingEvent[] = [];
      for (const [key, of] of Map.groupBy(shares, (share) => share.key)) {
        const job = await jobs.byKey(key);
        if (job?.status !== 'IN_PROGRESS') continue;
        const here = await handOut(
          job,
          of.reduce((sum, { phones: share }) => sum + share, 0),
        );
        handed.push(here);
        events.push(...eventsOf(here, Math.max(...of.map(({ phones: share }) => share))));
      }
      await outgoing.ask(events, async () => {
        for (const { job, phones: some } of handed) await phones.markSent(job, some);
      });
      return handed.reduce((sum, { phones: some }) => sum + some.length, 0);
    },
  } satisfies Partial<JobStore>;
}
