import { type Collection, type Connection, isDuplicateKey } from '@numscope/adapters/mongo';
import type { CountOfOld } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import type { PhoneDocument } from './phone-documents.ts';
import { counted, nothingSet, type RetentionRecord } from '../retention.ts';

const ONE = 'retention';

/** The one record of the retention that instances share, and how much is older. */
export class Retentions {
  readonly #records: Collection<RetentionRecord & { _id: string }>;
  readonly #documents: Collection<PhoneDocument>;

  constructor(connection: Connection, documents: Collection<PhoneDocument>) {
    this.#records = connection.collection<RetentionRecord & { _id: string }>('retention');
    this.#documents = documents;
  }

  readonly retention = async (): Promise<RetentionRecord> => {
    const found = await this.#records.findOne({ _id: ONE });
    if (!found) return nothingSet;
    const { _id, ...record } = found;
    // A version before knew of no pictures.
    return { ...nothingSet, ...record };
  };

  readonly saveRetention = async (record: RetentionRecord): Promise<boolean> => {
    try {
      if (record.revision === 1) {
        await this.#records.insertOne({ _id: ONE, ...record });
        return true;
      }
      const { matchedCount } = await this.#records.replaceOne({ _id: ONE, revision: record.revision - 1 }, record);
      return matchedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  async addImages(images: string[]): Promise<void> {
    if (images.length === 0) return;
    const added = { $push: { images: { $each: images } }, $inc: { revision: 1 } };
    await this.#records.updateOne({ _id: ONE }, added, { upsert: true });
  }

  readonly countOlder = async (before: number): Promise<CountOfOld> => {
    const found = await this.#documents.countDocuments(
      { found: true, oldest: { $lt: before } },
      { limit: limits.exactSearchHits + 1 },
    );
    return counted(found, (await this.#documents.findOne({ found: true, oldest: { $exists: false } })) !== null);
  };
}
