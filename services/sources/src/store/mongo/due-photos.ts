import type { Collection, Connection } from '@numscope/adapters/mongo';
import type { DuePhotos, PhotoCounts } from '../due-photos.port.ts';
import type { DeletedPhone, PhotoStep } from '../source-store.port.ts';

/** Photos that are tried again, by the answer that lacks them. */
export interface DuePhotosDocument extends Omit<DuePhotos, 'id'> {
  _id: string;
}

export const duePhotosDocument = ({ id: _id, ...kept }: DuePhotos): DuePhotosDocument => ({ _id, ...kept });
const duePhotosOf = ({ _id: id, ...kept }: DuePhotosDocument): DuePhotos => ({ id, ...kept });

/**
 * Photos that are tried again, whichever instance takes them. A step that is repeated late may bring back what is over:
 * whoever takes it finds that there is a later answer, and drops it.
 */
export class DuePhotoDocuments {
  readonly #documents: Collection<DuePhotosDocument>;

  constructor(connection: Connection) {
    this.#documents = connection.collection<DuePhotosDocument>('due_photos');
  }

  async declareIndexes(): Promise<void> {
    await this.#documents.createIndexes([
      { key: { dueAt: 1 }, name: 'dueAt' },
      { key: { source: 1, dueAt: 1 }, name: 'source' },
      { key: { phone: 1 }, name: 'phone' },
    ]);
  }

  async step(steps: readonly PhotoStep[]): Promise<void> {
    const over = steps.flatMap((step) => step.over ?? []);
    const operations = [
      ...over.map((_id) => ({ deleteOne: { filter: { _id } } })),
      ...steps
        .flatMap(({ due }) => (due ? [duePhotosDocument(due)] : []))
        .map(({ _id, ...kept }) => ({ updateOne: { filter: { _id }, update: { $set: kept }, upsert: true } })),
    ];
    if (operations.length > 0) await this.#documents.bulkWrite(operations, { ordered: true });
  }

  async take(now: number, leaseUntil: number, limit: number): Promise<DuePhotos[]> {
    // Null is no number: what was given up is not found.
    const found = await this.#documents
      .find({ dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .limit(limit)
      .toArray();
    const taken: DuePhotos[] = [];
    for (const document of found) {
      const { _id, dueAt } = document;
      const { modifiedCount } = await this.#documents.updateOne({ _id, dueAt }, { $set: { dueAt: leaseUntil } });
      if (modifiedCount === 1) taken.push(duePhotosOf(document));
    }
    return taken;
  }

  async renew(ids: readonly string[], leasedUntil: number, leaseUntil: number): Promise<string[]> {
    const kept: string[] = [];
    for (const _id of ids) {
      const { modifiedCount } = await this.#documents.updateOne(
        { _id, dueAt: leasedUntil },
        { $set: { dueAt: leaseUntil } },
      );
      if (modifiedCount === 1) kept.push(_id);
    }
    return kept;
  }

  async counts(source: string): Promise<PhotoCounts> {
    const counts = { waiting: 0, givenUp: 0 };
    const projection = { references: 1, lost: 1, dueAt: 1 };
    for await (const { references, lost, dueAt } of this.#documents.find({ source }, { projection }))
      if (dueAt === null) counts.givenUp += lost;
      else counts.waiting += references.length;
    return counts;
  }

  async forget(before: number): Promise<void> {
    await this.#documents.deleteMany({ dueAt: null, answeredAt: { $lt: before } });
  }

  async deleteOf(deleted: readonly DeletedPhone[]): Promise<void> {
    const $or = deleted.map(({ phone, until }) => ({ phone, answeredAt: { $lte: until } }));
    if ($or.length > 0) await this.#documents.deleteMany({ $or });
  }
}
