import { afterDeletion, type DeletedProfile } from '../phone-result.ts';
import { type PhoneValue, valueOf } from '../phone-value.ts';
import { deletedOf } from '../read-events.ts';
import type { Collections, JobDocument, PhoneDocument } from './documents.ts';
import { heldOf } from './held-phones.ts';
import type { Jobs } from './jobs.ts';
import { open } from './parts.ts';
import { partOf, phoneOfId } from './phone-id.ts';
import { asRead, runOf, stateOf } from './phone-states.ts';

/** Has jobs forget what was found of numbers whose profile is deleted. */
export function deletions({ jobs: all }: Pick<Collections, 'jobs'>, jobs: Jobs) {
  const { phones } = jobs;

  const isPresent = (job: JobDocument, { _id, pass }: PhoneDocument): boolean =>
    job.main || partOf(job, phoneOfId(_id))?.pass === pass;

  const forget = async (job: JobDocument, document: PhoneDocument, at: number): Promise<void> => {
    const after = afterDeletion(stateOf(document, job), at);
    if (!after) return;
    const phone = phoneOfId(document._id);
    // The part is counted anew.
    await jobs.change(job.key, (change) => {
      const part = partOf(change.job, phone);
      if (part) open(part, Date.now());
    });
    const change = { $set: { ...after, run: runOf(after, document.run) } };
    if ((await phones.all.updateOne(asRead(document), change)).matchedCount === 1) return;
    // Others changed it meanwhile.
    for (const now of await phones.byIds([document._id])) await forget(job, now, at);
  };

  /** Earlier passes did find them; only what was said is forgotten. */
  const forgetSaid = async (
    job: JobDocument,
    documents: readonly PhoneDocument[],
    deleted: ReadonlyMap<PhoneValue, DeletedProfile>,
  ): Promise<void> => {
    for (let left = documents; left.length > 0;) {
      const updates = left
        .filter((document) => {
          const each = deleted.get(phoneOfId(document._id));
          return each && document.sources !== null && afterDeletion(stateOf(document, job), each.at);
        })
        .map((document) => ({ updateOne: { filter: asRead(document), update: { $set: { sources: null } } } }));
      if (updates.length === 0) return;
      const { matchedCount } = await phones.all.bulkWrite(updates, { ordered: false });
      // Others changed some of them meanwhile.
      left =
        matchedCount === updates.length ? [] : await phones.byIds(updates.map((each) => each.updateOne.filter._id));
    }
  };

  const forgetIn = async (job: JobDocument, deleted: ReadonlyMap<PhoneValue, DeletedProfile>): Promise<void> => {
    for await (const documents of heldOf(phones, job, [...deleted.keys()])) {
      const { present = [], earlier = [] } = Object.groupBy(documents, (each) =>
        isPresent(job, each) ? 'present' : 'earlier',
      );
      for (const document of present) {
        const each = deleted.get(phoneOfId(document._id));
        if (each) await forget(job, document, each.at);
      }
      await forgetSaid(job, earlier, deleted);
    }
  };

  return {
    async profilesDeleted(texts: readonly string[]): Promise<void> {
      const deleted = new Map(deletedOf(texts).map((each) => [valueOf(each.phone), each]));
      for await (const job of all.find({ status: { $ne: 'DELETED' } })) await forgetIn(job, deleted);
    },
  };
}
