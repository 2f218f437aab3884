import { randomInt } from 'node:crypto';
import {
  type Connection,
  isDuplicateKey,
  type Lease,
  outboxEntry,
  outboxField,
  outboxIndex,
  SweptOutbox,
  type WithOutbox,
} from '@numscope/adapters/mongo';
import { KeptFilter, limits, type SavedSearch } from '@numscope/contracts';
import { momentOfId, type OutgoingEvent } from '@numscope/platform';
import mongoose, { type Model } from 'mongoose';
import type { PutSearch, SearchOwner } from '../profile-store.port.ts';

interface SearchDocument extends WithOutbox {
  _id: string;
  /** Missing in documents of before, which go by the name until their user comes. */
  userId?: string;
  userName: string;
  /** One of the places that a user has; as it is unique, many at once take no more than there are. */
  place?: string;
  name: string;
  /** JSON. */
  filter: string;
  created: number;
  /** Not the user's any more; it stays until its events are out. */
  dropped?: boolean;
}

const COLLECTION = 'saved_searches';

const schema = new mongoose.Schema<SearchDocument>(
  {
    _id: String,
    userId: String,
    userName: String,
    place: String,
    name: String,
    filter: String,
    created: Number,
    dropped: Boolean,
    outbox: outboxField,
  },
  { collection: COLLECTION, versionKey: false, id: false },
);
schema.index({ userName: 1, name: 1, created: 1 }, { name: 'of_user' });
schema.index({ userId: 1, name: 1, created: 1 }, { name: 'of_user_id' });
schema.index({ place: 1 }, { name: 'place', unique: true, sparse: true });
schema.index(outboxIndex.key, { name: outboxIndex.name, sparse: outboxIndex.sparse });

const kept = { dropped: { $exists: false } } as const;
const gone = { dropped: true } as const;
const dropping = { $set: { dropped: true }, $unset: { place: 1 } } as const;

const allPlaces = (userId: string): string[] =>
  Array.from({ length: limits.savedSearches }, (_none, n) => `${userId} ${n}`);

const outboxOf = (audit: OutgoingEvent | null) => outboxEntry(audit ? [audit] : []);

/** Every user's own searches, each with the audit entries that are not out yet. */
export class SavedSearches extends SweptOutbox {
  readonly #model: Model<SearchDocument>;

  constructor(connection: Connection, lease: Pick<Lease, 'isHeld' | 'isAlone'>) {
    super(connection, COLLECTION, gone, lease);
    this.#model = connection.model<SearchDocument>('SavedSearch', schema);
  }

  async declareIndexes(): Promise<void> {
    await this.#model.createIndexes();
  }

  readonly savedSearches = async (userId: string): Promise<SavedSearch[]> => {
    const found = await this.#model
      .find({ userId, ...kept })
      .sort({ name: 1, created: 1 })
      .lean();
    return found.map(({ _id, name, filter, created }) => ({
      id: _id,
      name,
      filter: KeptFilter.parse(JSON.parse(filter)),
      createdTimestamp: created,
    }));
  };

  readonly saveSearch = async (
    owner: SearchOwner,
    { id, name, filter, createdTimestamp }: SavedSearch,
    audit: OutgoingEvent | null,
  ): Promise<boolean> => {
    const entry = outboxOf(audit);
    const document = { _id: id, ...owner, name, filter: JSON.stringify(filter), created: createdTimestamp };
    return this.#inPlace(owner.userId, async (place) => {
      await this.#model.insertMany([entry ? { ...document, place, outbox: [entry] } : { ...document, place }]);
    });
  };

  readonly putSearch = async (
    owner: SearchOwner,
    { id, name, filter, createdTimestamp }: SavedSearch,
    audit: OutgoingEvent | null,
  ): Promise<PutSearch> => {
    const entry = outboxOf(audit);
    const content = { name, filter: JSON.stringify(filter) };
    const events = entry ? { $push: { outbox: entry } } : {};
    const change = async (of: object, set: object): Promise<boolean> =>
      (await this.#model.updateOne({ _id: id, userId: owner.userId, ...of }, { ...set, ...events })).matchedCount > 0;
    if (await change(kept, { $set: content })) return 'KEPT';
    let own = true;
    const placed = await this.#inPlace(owner.userId, async (place) => {
      // One that was deleted a moment ago is still there until its events are out.
      if (await change(gone, { $set: { ...content, place }, $unset: { dropped: '' } })) return;
      own = (await this.#model.exists({ _id: id })) === null;
      if (!own) return;
      const document = { _id: id, ...owner, place, ...content, created: createdTimestamp };
      await this.#model.insertMany([entry ? { ...document, outbox: [entry] } : document]);
    });
    return own ? (placed ? 'KEPT' : 'NO_ROOM') : 'NOT_OWN';
  };

  readonly dropSearch = async (userId: string, id: string, audit: OutgoingEvent | null): Promise<boolean> => {
    const entry = outboxOf(audit);
    const { modifiedCount } = await this.#model.updateOne(
      { _id: id, userId, ...kept },
      entry ? { ...dropping, $push: { outbox: entry } } : dropping,
    );
    if (!entry) await this.sweep();
    return modifiedCount > 0;
  };

  readonly adoptSearches = async ({ userId, userName }: SearchOwner): Promise<void> => {
    const since = momentOfId(userId);
    const ofName = since === null ? [] : [{ userId: { $exists: false }, userName, created: { $gte: since } }];
    // Those that were moved here have an id and no place.
    const homeless = await this.#model
      .find({ $or: [{ userId, place: { $exists: false } }, ...ofName], ...kept }, { _id: 1 })
      .lean();
    for (const { _id } of homeless) {
      const free = { _id, place: { $exists: false }, ...kept };
      const placed = await this.#inPlace(
        userId,
        async (place) => void (await this.#model.updateOne(free, { $set: { userId, place } })),
      );
      if (!placed) await this.#model.updateOne(free, { $set: { userId } });
    }
  };

  readonly dropSearchesOf = async ({
    userId,
    userName,
  }: {
    userId: string | null;
    userName: string;
  }): Promise<void> => {
    const ofName = { userId: { $exists: false }, userName };
    await this.#model.updateMany({ $or: userId === null ? [ofName] : [{ userId }, ofName] }, dropping);
    await this.sweep();
  };

  /** Writes with one of the user's free places; false: there is none. */
  async #inPlace(userId: string, write: (place: string) => Promise<void>): Promise<boolean> {
    for (;;) {
      const taken = await this.#model.find({ userId, ...kept }, { place: 1 }).lean();
      if (taken.filter(({ place }) => place !== undefined).length >= limits.savedSearches) return false;
      const places = new Set(taken.map(({ place }) => place));
      const free = allPlaces(userId).filter((place) => !places.has(place));
      try {
        await write(free[randomInt(free.length)] ?? '');
        return true;
      } catch (error) {
        // Somebody else was quicker at that place.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }
}
