import type { JobOfPhone } from '@numscope/contracts';
import { jobOfPhone } from '../job-record.ts';
import { valueOf } from '../phone-value.ts';
import type { Collections, JobDocument } from './documents.ts';
import type { Jobs } from './jobs.ts';
import { open } from './parts.ts';
import type { Passes } from './passes.ts';
import { partOf, phoneId } from './phone-id.ts';
import { stateOf } from './phones.ts';

/** Takes numbers out of jobs and uploads for good. */
export function erasing(collections: Collections, jobs: Jobs, passes: Passes) {
  const { phones } = jobs;

  const eraseIn = async (job: JobDocument, phone: number, now: number): Promise<number> => {
    const passesOf = job.main ? 1 : job.pass;
    const ids = Array.from({ length: passesOf }, (_none, index) => phoneId(job, index + 1, phone));
    if ((await phones.byIds(ids)).length === 0) return 0;
    // The part is counted anew, and begins behind the number where it began with it.
    await jobs.change(
      () => jobs.byKey(job.key),
      (change) => {
        const part = partOf(change.job, phone);
        if (!part) return;
        open(part, Date.now());
        if (part.first === phone) part.first = phone + 1;
      },
    );
    const { deletedCount } = await phones.all.deleteMany({ _id: { $in: ids } });
    await passes.finishIfDone(job.key, now);
    return deletedCount;
  };

  /** Whoever takes it in has counted it, and is told that a number went before it does. */
  const eraseInUpload = async (key: number, phone: number, now: number): Promise<number> => {
    const _id = phoneId({ key, main: false }, 1, phone);
    if ((await phones.byIds([_id])).length === 0) return 0;
    const { matchedCount } = await collections.uploads.updateOne({ _id: key }, { $set: { erased: true } });
    // It has become a job meanwhile.
    const job = matchedCount === 0 ? await jobs.byKey(key) : null;
    if (job) return eraseIn(job, phone, now);
    return (await phones.all.deleteMany({ _id })).deletedCount;
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
        const ids = Array.from({ length: job.main ? 1 : job.pass }, (_none, index) => phoneId(job, index + 1, value));
        const latest = (await phones.byIds(ids)).sort((a, b) => a.pass - b.pass).at(-1);
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
