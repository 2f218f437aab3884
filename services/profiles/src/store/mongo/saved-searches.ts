import { randomInt } from 'node:crypto';
import {
  type Connection,
  isDuplicateKey,
  type Lease,
  type OutboxEntry,
  outboxEntry,
  SweptOutbox,
  type WithOutbox,
} from '@numscope/adapters/mongo';
import { KeptFilter, limits } from '@numscope/contracts';
import { momentOfId, type OutgoingEvent } from '@numscope/platform';
import type { SavedSearchStore } from '../profile-store.port.ts';

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

const kept = { dropped: { $exists: false } } as const;
const gone = { dropped: true } as const;
const dropping = { $set: { dropped: true }, $unset: { place: '' } } as const;

const allPlaces = (userId: string): string[] =>
  Array.from({ length: limits.savedSearches }, (_none, n) => `${userId} ${n}`);

/** The audit entry of a change, as what a new document begins with and as what is put to one that is there. */
const telling = (audit: OutgoingEvent | null) => {
  const entry = outboxEntry(audit ? [audit] : []);
  const begun: { outbox?: OutboxEntry[] } = entry ? { outbox: [entry] } : {};
  return { begun, pushed: entry ? { $push: { outbox: entry } } : {} };
};

/** Every user's own searches, each with the audit entries that are not out yet. */
export function savedSearches(connection: Connection, lease: Pick<Lease, 'isHeld' | 'isAlone'>) {
  const searches = connection.collection<SearchDocument>(COLLECTION);
  const outbox = new SweptOutbox(connection, COLLECTION, gone, lease);

  /** Writes with one of the user's free places; false: there is none. */
  const inPlace = async (userId: string, write: (place: string) => Promise<unknown>): Promise<boolean> => {
    for (;;) {
      const taken = await searches.find({ userId, ...kept }, { projection: { place: 1 } }).toArray();
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
  };

  const calls: SavedSearchStore = {
    async savedSearches(userId) {
      const found = await searches
        .find({ userId, ...kept })
        .sort({ name: 1, created: 1 })
        .toArray();
      return found.map(({ _id, name, filter, created }) => ({
        id: _id,
        name,
        filter: KeptFilter.parse(JSON.parse(filter)),
        createdTimestamp: created,
      }));
    },

    saveSearch(owner, { id, name, filter, createdTimestamp }, audit) {
      const { begun } = telling(audit);
      const document = { _id: id, ...owner, name, filter: JSON.stringify(filter), created: createdTimestamp, ...begun };
      return inPlace(owner.userId, (place) => searches.insertOne({ ...document, place }));
    },

    async putSearch(owner, { id, name, filter, createdTimestamp }, audit) {
      const { begun, pushed } = telling(audit);
      const content = { name, filter: JSON.stringify(filter) };
      const change = async (of: object, set: object): Promise<boolean> =>
        (await searches.updateOne({ _id: id, userId: owner.userId, ...of }, { ...set, ...pushed })).matchedCount > 0;
      if (await change(kept, { $set: content })) return 'KEPT';
      let own = true;
      const placed = await inPlace(owner.userId, async (place) => {
        // One that was deleted a moment ago is still there until its events are out.
        if (await change(gone, { $set: { ...content, place }, $unset: { dropped: '' } })) return;
        own = (await searches.findOne({ _id: id }, { projection: { _id: 1 } })) === null;
        if (own)
          await searches.insertOne({ _id: id, ...owner, place, ...content, created: createdTimestamp, ...begun });
      });
      return own ? (placed ? 'KEPT' : 'NO_ROOM') : 'NOT_OWN';
    },

    async dropSearch(userId, id, audit) {
      const { modifiedCount } = await searches.updateOne(
        { _id: id, userId, ...kept },
        { ...dropping, ...telling(audit).pushed },
      );
      if (!audit) await outbox.sweep();
      return modifiedCount > 0;
    },

    async adoptSearches({ userId, userName }) {
      const since = momentOfId(userId);
      const ofName = since === null ? [] : [{ userId: { $exists: false }, userName, created: { $gte: since } }];
      // Those that were moved here have an id and no place.
      const homeless = await searches.distinct('_id', {
        $or: [{ userId, place: { $exists: false } }, ...ofName],
        ...kept,
      });
      for (const _id of homeless) {
        const free = { _id, place: { $exists: false }, ...kept };
        const placed = await inPlace(userId, (place) => searches.updateOne(free, { $set: { userId, place } }));
        if (!placed) await searches.updateOne(free, { $set: { userId } });
      }
    },

    async dropSearchesOf({ userId, userName }) {
      const ofName = { userId: { $exists: false }, userName };
      await searches.updateMany({ $or: userId === null ? [ofName] : [{ userId }, ofName] }, dropping);
      await outbox.sweep();
    },
  };
  return { calls, outbox };
}
