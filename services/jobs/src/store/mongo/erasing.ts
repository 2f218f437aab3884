import type { JobOfPhone } from '@numscope/contracts';
import { jobOfPhone } from '../job-record.ts';
import { valueOf } from '../phone-value.ts';
import type { Collections, JobDocument } from './documents.ts';
import { latestIds, presentId, removeHeld } from './held-phones.ts';
import type { Jobs } from './jobs.ts';
import { open } from './parts.ts';
import type { Passes } from './passes.ts';
import { partOf, phoneId } from './phone-id.ts';
import { stateOf } from './phone-states.ts';

/** Takes numbers out of jobs and uploads for good. */
export function erasing(collections: Collections, jobs: Jobs, passes: Passes) {
  const { phones } = jobs;

  /**
   * Whether a job has a number, or may: one that comes from another job may be put into any pass, and one that is deleted may have lost its latest passes
   * before the others.
   */
  const mayHold = async (job: JobDocument, phone: number): Promise<boolean> =>
    job.joins.length > 0 ||
    (job.status === 'DELETED' && job.holds) ||
    (await phones.byIds(latestIds(job, phone))).length > 0;

  /** Has the part of a number counted anew. Where it began with the number it begins behind it. */
  const countWithout = (key: number, phone: number): Promise<unknown> =>
    jobs.change(key, ({ job }) => {
      const part = partOf(job, phone);
      if (!part) return;
      open(part, Date.now());
      if (part.first === phone) part.first = phone + 1;
    });

  const eraseIn = async (job: JobDocument, phone: number, now: number): Promise<number> => {
    if (!(await mayHold(job, phone))) return 0;
    const removed = await removeHeld(phones, job, phone, () => countWithout(job.key, phone));
    if (removed > 0) await passes.finishIfDone(job.key, now);
    return removed;
  };

  /** Whoever takes it in has counted it, and is told that a number went before it does. */
  const eraseInUpload = async (key: number, phone: number, now: number): Promise<number> => {
    const _id = phoneId({ key, main: false }, 1, phone);
    if ((await phones.byIds([_id])).length === 0) return 0;
    const { matchedCount } = await collections.uploads.updateOne({ _id: key }, { $set: { erased: true } });
    // It has become a job meanwhile.
    const job = matchedCount === 0 ? await jobs.byKey(key) : null;
    if (job) return eraseIn(job, phone, now);
    return phones.remove([_id]);
  };

  const eraseOnce = async (phone: number, now: number): Promise<number> => {
    let removed = 0;
    for await (const job of collections.jobs.find()) removed += await eraseIn(job, phone, now);
    for await (const { _id: key } of collections.uploads.find()) removed += await eraseInUpload(key, phone, now);
    return removed;
  };

  return {
    async jobsOfPhone(phone: string): Promise<JobOfPhone[]> {
      const value = Number(valueOf(phone));
      const found: JobOfPhone[] = [];
      for await (const job of collections.jobs.find({ status: { $ne: 'DELETED' } }).sort({ number: -1 })) {
        const [latest] = await phones.byIds([presentId(job, value)]);
        if (latest) found.push(jobOfPhone(job, stateOf(latest, job).status));
      }
      return found;
    },

    async erase(phone: string, now: number): Promise<number> {
      const value = Number(valueOf(phone));
      // What is on its way from one job to another, or to a next pass, may have passed the look by.
      for (let removed = 0; ;) {
        const more = await eraseOnce(value, now);
        if (more === 0) return removed;
        removed += more;
      }
    },

    /** The engine does so in its own time. */
    scrub: async (): Promise<void> => undefined,
  };
}
