import type { Collection, Connection } from '@numscope/adapters/mongo';
import { digestOf, ErasedNumbers } from '@numscope/platform/erased-numbers';
import { type ErasureRecord, type ErasureStore, partWithout } from '../erasure.ts';
import type { PhoneDocument } from './phone-documents.ts';
import type { ResolvedPhone } from '../resolved-phone.ts';

interface ErasureDocument extends Omit<ErasureRecord, 'id'> {
  _id: string;
}

const recordOf = ({ _id, ...record }: ErasureDocument): ErasureRecord => ({ id: _id, ...record });

/** Erasures that instances share. A mark has the digest of a number, never the number. */
export function erasuresOf(
  connection: Connection,
  documents: Collection<PhoneDocument>,
  dropVerdictsOf: (phone: string) => Promise<number>,
) {
  const erasures = connection.collection<ErasureDocument>('erasures');
  const marks = connection.collection<{ _id: string; at: number }>('erased');
  const parts = connection.collection<{ _id: string; profiles: string }>('import_parts');

  /** Takes a number out of what is staged of imports. @returns how many parts had it */
  const unstage = async (phone: string): Promise<number> => {
    let had = 0;
    for await (const { _id, profiles } of parts.find()) {
      const left = partWithout(profiles, phone);
      if (left === null) continue;
      await parts.updateOne({ _id }, { $set: { profiles: left } });
      had++;
    }
    return had;
  };

  const calls: Omit<ErasureStore, 'dropLeftOver'> = {
    beginErasure: async ({ id, ...record }) => void (await erasures.insertOne({ _id: id, ...record })),

    openErasures: async () => (await erasures.find({ finishedAt: null }).sort({ _id: 1 }).toArray()).map(recordOf),

    async noteErasureStep(id, step, outcome) {
      const name = `steps.${step}`;
      await erasures.updateOne({ _id: id, [name]: { $exists: false } }, { $set: { [name]: outcome } });
      const found = await erasures.findOne({ _id: id });
      if (!found) throw new Error(`the erasure ${id} is gone`);
      return recordOf(found);
    },

    async forgetErasedPictures(id) {
      const pictures = { 'steps.known.images': '', 'steps.images.images': '' } as const;
      await erasures.updateOne({ _id: id }, { $unset: pictures });
    },

    finishErasure: async (id, at) =>
      void (await erasures.updateOne({ _id: id, finishedAt: null }, { $set: { finishedAt: at } })),

    erasuresFinishedSince: async (at) => (await erasures.find({ finishedAt: { $gte: at } }).toArray()).map(recordOf),

    async eraseRest(phone, mark, forgottenBefore) {
      await marks.deleteMany({ at: { $lt: forgottenBefore } });
      await marks.updateOne({ _id: mark.digest }, { $set: { at: mark.at } }, { upsert: true });
      // What a removal leaves for late events is not needed: the mark says the same of them.
      const { deletedCount } = await documents.deleteOne({ _id: phone, found: false });
      return {
        lookedUp: deletedCount,
        faceVerdicts: await dropVerdictsOf(phone),
        stagedImports: await unstage(phone),
      };
    },

    async erasureRevision() {
      const all = await marks.find().toArray();
      return `${all.length} ${all.reduce((latest, { at }) => Math.max(latest, at), 0)}`;
    },

    /** The engine does so in its own time. */
    scrub: async () => undefined,
  };
  return {
    calls,

    /** Those that still count. Another instance may have erased one: the marks are few, and read anew each time. */
    async counting(resolved: readonly ResolvedPhone[]): Promise<ResolvedPhone[]> {
      const erased = new ErasedNumbers();
      erased.replace((await marks.find().toArray()).map(({ _id: digest, at }) => ({ digest, at })));
      return resolved.filter(({ data, resolvedAt }) => !erased.isErased(data.phone, resolvedAt));
    },

    /** What a process put in that ended before it looked at the marks again. @returns whether there was any */
    async dropLeftOver(phone: string): Promise<boolean> {
      const mark = await marks.findOne({ _id: digestOf(phone) });
      if (!mark) return false;
      const { deletedCount } = await documents.deleteOne({ _id: phone, version: 1, begunAt: { $lt: mark.at } });
      return deletedCount > 0;
    },
  };
}
