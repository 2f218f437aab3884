import type { Lease } from '@numscope/adapters/mongo';
import { newId } from '@numscope/platform';
import { discard, type JobDraft, newJob } from '../../domain/job.ts';
import { SYSTEM } from '../../system.ts';
import { blockId, type Collections, documentOf, partId, type UploadDocument } from './documents.ts';
import { JobChange, type Jobs } from './jobs.ts';

/** Documents removed by one call. */
const IDS_A_CALL = 500;

/** Removes phones that nobody has any more. The leader does. */
export function removal(collections: Collections, jobs: Jobs, lease: Pick<Lease, 'isHeld'>) {
  const remove = async (
    key: number,
    { passes, blocks, parts }: { passes: number; blocks: number; parts: number },
  ): Promise<void> => {
    let ids: string[] = [];
    const flush = async (): Promise<void> => {
      await collections.blocks.deleteMany({ _id: { $in: ids } });
      ids = [];
    };
    for (let pass = 1; pass <= passes; pass++) {
      for (let block = 0; block < blocks; block++) {
        ids.push(blockId(key, pass, block));
        if (ids.length >= IDS_A_CALL) await flush();
      }
    }
    await flush();
    await collections.parts.deleteMany({
      _id: { $in: Array.from({ length: parts }, (_none, part) => partId(key, part)) },
    });
  };

  const isJoining = async (key: number): Promise<boolean> =>
    (await collections.jobs.findOne({ 'joins.source': key })) !== null;

  /** Takes the key of an upload away from its process, which may only be slow; false when that has made a job of it. */
  const takeKey = async (key: number): Promise<boolean> => {
    const known = await jobs.byKey(key);
    if (known) return known.status === 'DELETED';
    const draft: JobDraft = { name: '', type: 'REGULAR', iteration: 1, schedule: null, purpose: null, hold: true };
    const job = discard(
      newJob(draft, { key, id: newId(), number: -key }, { by: SYSTEM, at: Date.now() }),
      Date.now(),
    ).job;
    const taken = { ...documentOf(job), holds: false };
    return jobs.insert(new JobChange(taken));
  };

  /** The answer to the last step of an upload was lost: whoever brought it was told that it failed. */
  const undo = (key: number): Promise<unknown> => jobs.step(key, async (job) => discard(job, Date.now()));

  const dropUpload = async ({ _id: key, blocks, state }: UploadDocument): Promise<void> => {
    if (state === 'REFUSED') await undo(key);
    if (await takeKey(key)) await remove(key, { passes: 1, blocks, parts: blocks });
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
        await remove(job.key, { passes: job.pass, blocks: job.nextBlock, parts: job.nextPart });
        await jobs.change(
          () => jobs.byKey(job.key),
          (change) => {
            Object.assign(change.job, { holds: false, parts: [] });
          },
        );
        return true;
      }
      return false;
    },
  };
}
