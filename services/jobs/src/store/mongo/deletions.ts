import { afterDeletion, type DeletedProfile } from '../phone-result.ts';
import { valueOf } from '../phone-value.ts';
import { deletedOf } from '../read-events.ts';
import type { Collections, JobDocument, PhoneDocument } from './documents.ts';
import type { Jobs } from './jobs.ts';
import { open } from './parts.ts';
import { partOf, phoneId, phoneOfId } from './phone-id.ts';
import { runOf, stateOf } from './phones.ts';

/** Has jobs forget what was found of numbers whose profile is deleted. */
export function deletions({ jobs: all }: Pick<Collections, 'jobs'>, jobs: Jobs) {
  const { phones } = jobs;

  /** The phones of a job in all its passes; of the main job each has one. */
  const idsOf = (job: JobDocument, phone: number): string[] =>
    Array.from({ length: job.main ? 1 : job.pass }, (_none, index) => phoneId(job, index + 1, phone));

  const forget = async (job: JobDocument, document: PhoneDocument, at: number): Promise<void> => {
    const after = afterDeletion(stateOf(document, job), at);
    if (!after) return;
    const phone = phoneOfId(document._id);
    const present = job.main || partOf(job, phone)?.pass === document.pass;
    // The part is counted anew.
    if (present)
      await jobs.change(
        () => jobs.byKey(job.key),
        (change) => {
          const part = partOf(change.job, phone);
          if (part) open(part, Date.now());
        },
      );
    const { _id, pass, status, run, flags, sources } = document;
    // An earlier pass did find it; only what was said is forgotten.
    const { matchedCount } = await phones.all.updateOne(
      { _id, pass, status, run, flags, sources },
      { $set: present ? { ...after, run: runOf(after, run) } : { sources: null } },
    );
    if (matchedCount === 1) return;
    // Others changed it meanwhile.
    for (const now of await phones.byIds([_id])) await forget(job, now, at);
  };

  const forgetIn = async (job: JobDocument, deleted: ReadonlyMap<number, DeletedProfile>): Promise<void> => {
    const ids = [...deleted.keys()].flatMap((phone) => idsOf(job, phone));
    for (const document of await phones.byIds(ids)) {
      const each = deleted.get(Number(phoneOfId(document._id)));
      if (each) await forget(job, document, each.at);
    }
  };

  return {
    async profilesDeleted(texts: readonly string[]): Promise<void> {
      const deleted = new Map(deletedOf(texts).map((each) => [Number(valueOf(each.phone)), each]));
      for await (const job of all.find({ status: { $ne: 'DELETED' } })) await forgetIn(job, deleted);
    },
  };
}
