import type { Lease } from '@numscope/adapters/mongo';
import { newId } from '@numscope/platform';
import { discard, newJob, plainDraft } from '../../domain/job.ts';
import { SYSTEM } from '@numscope/contracts/lists';
import { type Collections, documentOf, type UploadDocument } from './documents.ts';
import { JobChange, type Jobs } from './jobs.ts';
import { idsOfKey } from './phone-id.ts';

/** Few enough that one call is soon over. */
const STEP_PHONES = 5000;

/** Removes phones that nobody has any more. The leader does. */
export function removal(collections: Collections, jobs: Jobs, lease: Pick<Lease, 'isHeld'>) {
  const { phones } = jobs;

  const removePhones = async (key: number): Promise<void> => {
    const ids = idsOfKey(key);
    for (;;) {
      const end = await phones.idAt(ids, STEP_PHONES);
      await phones.all.deleteMany({ _id: end === null ? ids : { $gte: ids.$gte, $lt: end } });
      if (end === null) return;
    }
  };

  const isJoining = async (key: number): Promise<boolean> =>
    (await collections.jobs.findOne({ 'joins.source': key })) !== null;

  /** Takes the key of an upload away from its process, which may only be slow; false when that has made a job of it. */
  const takeKey = async (key: number): Promise<boolean> => {
    const known = await jobs.byKey(key);
    if (known) return known.status === 'DELETED';
    const made = newJob(plainDraft, { key, id: newId(), number: -key }, { by: SYSTEM, at: Date.now() });
    return jobs.insert(new JobChange({ ...documentOf(discard(made, Date.now()).job), holds: false }));
  };

  /** The answer to the last step of an upload was lost: whoever brought it was told that it failed. */
  const undo = (key: number): Promise<unknown> => jobs.step(key, async (job) => discard(job, Date.now()));

  const dropUpload = async ({ _id: key, state, erased }: UploadDocument): Promise<void> => {
    if (state === 'REFUSED') await undo(key);
    if (await takeKey(key)) await removePhones(key);
    else if (erased) await jobs.countAnew(key);
    await collections.uploads.deleteOne({ _id: key });
  };

  /** Uploads whose process is gone, those included that were to join a job and do not. */
  const giveUp = async (): Promise<void> => {
    const lost = { state: { $in: ['UPLOADING' as const, 'JOINING' as const] }, until: { $lt: Date.now() } };
    for (const { _id, state, until } of await collections.uploads.find(lost).toArray()) {
      if (await isJoining(_id)) continue;
      await collections.uploads.updateOne({ _id, state, until }, { $set: { state: 'DROPPED' } });
      // It was asked for in the meantime.
      if (state === 'JOINING' && (await isJoining(_id)))
        await collections.uploads.updateOne({ _id, state: 'DROPPED' }, { $set: { state } });
    }
  };

  return {
    async dropNext(): Promise<boolean> {
      if (!lease.isHeld) return false;
      await giveUp();
      const upload = await collections.uploads.findOne({ state: { $in: ['REFUSED', 'DROPPED'] } });
      if (upload) {
        await dropUpload(upload);
        return true;
      }
      for (const job of await collections.jobs.find({ status: 'DELETED', holds: true }).toArray()) {
        if (await isJoining(job.key)) continue;
        await removePhones(job.key);
        await collections.curves.deleteMany({ job: job.key });
        await jobs.change(job.key, (change) => {
          Object.assign(change.job, { holds: false, parts: [] });
        });
        return true;
      }
      return false;
    },
  };
}
