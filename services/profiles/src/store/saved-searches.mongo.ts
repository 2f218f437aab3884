import {
  type Connection,
  DocumentOutbox,
  type Lease,
  outboxEntry,
  outboxField,
  outboxIndex,
  type WithOutbox,
} from '@numscope/adapters/mongo';
import { ProfileFilter, type SavedSearch } from '@numscope/contracts';
import type { CommitId, OutboxSource, OutgoingEvent } from '@numscope/platform';
import mongoose, { type Model } from 'mongoose';
import type { OwnedSearch } from './profile-store.port.ts';

interface SearchDocument extends WithOutbox {
  _id: string;
  userName: string;
  name: string;
  /** JSON. */
  filter: string;
  created: number;
  /** Not the user's any more; it stays until its events are out. */
  dropped?: boolean;
}

const COLLECTION = 'saved_searches';

const schema = new mongoose.Schema<SearchDocument>(
  { _id: String, userName: String, name: String, filter: String, created: Number, dropped: Boolean, outbox: outboxField },
  { collection: COLLECTION, versionKey: false, id: false },
);
schema.index({ userName: 1, name: 1, created: 1 }, { name: 'of_user' });
schema.index(outboxIndex.key, { name: outboxIndex.name, sparse: outboxIndex.sparse });

const outboxOf = (audit: OutgoingEvent | null) => outboxEntry(audit ? [audit] : []);

/** Every user's own searches, each with the audit entries that are not out yet. */
export class SavedSearches implements OutboxSource {
  readonly #model: Model<SearchDocument>;
  readonly #outbox: DocumentOutbox;

  constructor(connection: Connection, lease: Pick<Lease, 'isHeld'>) {
    this.#model = connection.model<SearchDocument>('SavedSearch', schema);
    this.#outbox = new DocumentOutbox(connection, [COLLECTION], lease);
  }

  async declareIndexes(): Promise<void> {
    await this.#model.createIndexes();
  }

  async of(userName: string): Promise<SavedSearch[]> {
    const found = await this.#model
      .find({ userName, dropped: { $exists: false } })
      .sort({ name: 1, created: 1 })
      .lean();
    return found.map(({ _id, name, filter, created }) => ({
      id: _id,
      name,
      filter: ProfileFilter.parse(JSON.parse(filter)),
      createdTimestamp: created,
    }));
  }

  async save({ id, userName, name, filter, createdTimestamp }: OwnedSearch, audit: OutgoingEvent | null): Promise<void> {
    const entry = outboxOf(audit);
    const document = { _id: id, userName, name, filter: JSON.stringify(filter), created: createdTimestamp };
    await this.#model.create(entry ? { ...document, outbox: [entry] } : document);
  }

  async drop(userName: string, id: string, audit: OutgoingEvent | null): Promise<boolean> {
    const entry = outboxOf(audit);
    const { modifiedCount } = await this.#model.updateOne(
      { _id: id, userName, dropped: { $exists: false } },
      entry ? { $set: { dropped: true }, $push: { outbox: entry } } : { $set: { dropped: true } },
    );
    if (!entry) await this.#sweep();
    return modifiedCount > 0;
  }

  async dropAll(userName: string): Promise<void> {
    await this.#model.updateMany({ userName }, { $set: { dropped: true } });
    await this.#sweep();
  }

  pendingEvents(limit: number): ReturnType<OutboxSource['pendingEvents']> {
    return this.#outbox.pendingEvents(limit);
  }

  async clearEvents(ids: readonly CommitId[]): Promise<void> {
    await this.#outbox.clearEvents(ids);
    await this.#sweep();
  }

  /** Removes what was dropped and has told everything. */
  async #sweep(): Promise<void> {
    await this.#model.deleteMany({ dropped: true, 'outbox.id': { $exists: false } });
  }
}
