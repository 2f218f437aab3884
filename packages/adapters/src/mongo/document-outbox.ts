import {
  type CommitId,
  hasKey,
  newId,
  type OutgoingEvent,
  type OutboxSource,
  packEvents,
  type EventKeeper,
  unpackEvents,
} from '@numscope/platform';
import { type Collection, type Connection, Schema } from 'mongoose';
import type { Lease } from './lease.ts';

/**
 * The events of one change, as they stand in the field `outbox` of the document that they tell of. Ids grow with time.
 */
export interface OutboxEntry {
  id: string;
  events: string;
}

/** A field of documents that send events: absent while nothing waits. */
export interface WithOutbox {
  outbox?: OutboxEntry[];
}

/**
 * The entry to be pushed onto `outbox` (or to begin it with) in the very update that changes the document; null when
 * there is nothing to tell.
 */
export const outboxEntry = (events: readonly OutgoingEvent[]): OutboxEntry | null =>
  events.length > 0 ? { id: newId(), events: packEvents(events) } : null;

/** The field `outbox` in a schema of mongoose. */
export const outboxField = {
  type: [new Schema({ id: String, events: String }, { _id: false, id: false })],
  default: undefined,
};

/** The index that finds waiting documents; each collection with an outbox declares it. */
export const outboxIndex = { key: { 'outbox.id': 1 }, name: 'outbox', sparse: true } as const;

/**
 * What waits in the documents of some collections, for the relay. A change and its events are one document's one
 * update, so no transaction is needed; the order holds per document. Only the lease's holder relays, so that two
 * instances do not send by turns. For collections of some thousand documents at most: what changes by hundreds at once
 * belongs into a `Journal`.
 */
export class DocumentOutbox implements OutboxSource, EventKeeper {
  /** What another instance changed is seen by looking; who does not hold the lease asks nothing of the database. */
  readonly pollMs = 500;
  readonly #collections: ReadonlyArray<Collection<WithOutbox>>;
  readonly #lease: Pick<Lease, 'isHeld' | 'isAlone'>;

  constructor(connection: Connection, collections: readonly string[], lease: Pick<Lease, 'isHeld' | 'isAlone'>) {
    this.#collections = collections.map((name) => connection.collection<WithOutbox>(name));
    this.#lease = lease;
  }

  get isAlone(): boolean {
    return this.#lease.isAlone;
  }

  async pendingEvents(limit: number): Promise<Array<{ id: string; events: OutgoingEvent[] }>> {
    if (!this.#lease.isHeld) return [];
    const found = await Promise.all(
      this.#collections.map((collection) =>
        collection
          .find({ 'outbox.id': { $exists: true } }, { projection: { outbox: 1 } })
          .sort({ 'outbox.id': 1 })
          .limit(limit)
          .toArray(),
      ),
    );
    // Ordered by each document's oldest entry; the entries of a document keep their order.
    const outboxes = found.flatMap((documents) => documents.map(({ outbox }) => outbox ?? []));
    outboxes.sort((left, right) => ((left[0]?.id ?? '') < (right[0]?.id ?? '') ? -1 : 1));
    return outboxes.flat().map(({ id, events }) => ({ id, events: unpackEvents(events) }));
  }

  /** Whether an event of one of these keys waits, whoever holds the lease. */
  async hasUnpublished(keys: readonly string[]): Promise<boolean> {
    const wanted = new Set(keys);
    for (const collection of this.#collections) {
      const waiting = collection.find({ 'outbox.id': { $exists: true } }, { projection: { outbox: 1 } });
      for await (const { outbox = [] } of waiting) if (outbox.some(({ events }) => hasKey(events, wanted))) return true;
    }
    return false;
  }

  async clearEvents(ids: readonly CommitId[]): Promise<void> {
    const $in = ids.map(String);
    const isCleared = { 'outbox.id': { $in } };
    for (const collection of this.#collections) {
      // Atomic per document: what was added meanwhile stays, and the outbox with it.
      const isAll = { ...isCleared, outbox: { $not: { $elemMatch: { id: { $nin: $in } } } } };
      await collection.updateMany(isAll, { $unset: { outbox: '' } });
      await collection.updateMany(isCleared, { $pull: { outbox: { id: { $in } } } });
    }
  }
}
