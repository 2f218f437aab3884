import { type Collection, type Connection, isDuplicateKey } from '@numscope/adapters/mongo';
import { limits } from '@numscope/contracts/limits';
import type { PhoneDocument } from './phone-documents.ts';
import { counted, nothingSet, type RetentionRecord, type RetentionStore } from '../retention.ts';

const ONE = 'retention';

/** The one record of the retention that instances share, and how much is older. */
export function retentions(connection: Connection, documents: Collection<PhoneDocument>) {
  const records = connection.collection<RetentionRecord & { _id: string }>('retention');
  const calls: Omit<RetentionStore, 'retain' | 'removeForgotten'> = {
    async retention() {
      const found = await records.findOne({ _id: ONE });
      if (!found) return nothingSet;
      const { _id, ...record } = found;
      // A version before knew of no pictures.
      return { ...nothingSet, ...record };
    },

    async saveRetention(record) {
      try {
        if (record.revision === 1) {
          await records.insertOne({ _id: ONE, ...record });
          return true;
        }
        const { matchedCount } = await records.replaceOne({ _id: ONE, revision: record.revision - 1 }, record);
        return matchedCount === 1;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async countOlder(before) {
      const found = await documents.countDocuments(
        { found: true, oldest: { $lt: before } },
        { limit: limits.exactSearchHits + 1 },
      );
      return counted(found, (await documents.findOne({ found: true, oldest: { $exists: false } })) !== null);
    },
  };
  const addImages = async (images: string[]): Promise<void> => {
    if (images.length === 0) return;
    const added = { $push: { images: { $each: images } }, $inc: { revision: 1 } };
    await records.updateOne({ _id: ONE }, added, { upsert: true });
  };
  return { calls, addImages };
}
