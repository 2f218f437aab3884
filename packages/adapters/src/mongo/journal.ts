import {
  type CommitId,
  hasKey,
  newId,
  newIdAt,
  type OutgoingEvent,
  type OutboxSource,
  type EventKeeper,
  unpackEvents,
} from '@numscope/platform';
import type { Collection, Connection } from 'mongoose';

interface JournalDocument {
  /** Grows with time. */
  _id: string;
  /** Which process wrote it and sees to it as long as it lives. */
  owner: string;
  /** The change as JSON; null once it is carried out. */
  change: string | null;
  /** What goes out then, as `packEvents` makes it. */
  events: string | null;
  /** The events are held back until `release`. */
  held: boolean;
}

export interface JournalOptions<T> {
  collection: string;
  /**
   * Carries a change out on the records. It may come twice, late, and beside a later change of the same record: it must
   * be idempotent, and guarded by revisions or ids.
   * @param id of the entry
   */
  apply(change: T, id: string): Promise<void>;
  /**
   * Whether the events of a change that is carried out go out: of what came to nothing nothing is told. Asked of each entry
   * that has any, as often as it is carried out; unless given all do.
   */
  isTold?(change: T, id: string): Promise<boolean>;
}

export interface JournalEntry {
  id: string;
  events: string | null;
}

/** An entry that its owner has not finished by then is finished by whoever looks next; twice does no harm. */
const ABANDONED_MS = 8000;
const NOBODY = '';
/** A relay is woken for the entries of its own process; what another left behind is found within ten seconds of its end. */
const LOOK_MS = 1500;

/**
 * Changes of many records that count together with their events, without a transaction: one document holds the change
 * and what is to be told (that is the atomic step), then the records are brought up to it, then the events go out, then
 * it is removed. A process that dies in between leaves the document to the others.
 */
export class Journal<T> implements OutboxSource, EventKeeper {
  readonly pollMs = LOOK_MS;
  readonly #documents: Collection<JournalDocument>;
  readonly #apply: JournalOptions<T>['apply'];
  readonly #isTold: NonNullable<JournalOptions<T>['isTold']>;
  readonly #owner = newId();
  /** Entries whose change is being carried out by a `write` of this process: nobody here begins them a second time. */
  readonly #underWay = new Set<string>();

  constructor(connection: Connection, { collection, apply, isTold = async () => true }: JournalOptions<T>) {
    this.#documents = connection.collection<JournalDocument>(collection);
    this.#apply = apply;
    this.#isTold = isTold;
  }

  /**
   * Durable and carried out when resolved. `events` as `packEvents` makes them. With `held` they wait for `release` (or
   * `forget`).
   * @param change must fit into a document of 16 MB as JSON
   * @returns the entry's id; an entry without events, or of which nothing is told, is gone already
   * @throws when it could not be written, or not be carried out now: then it will be, and the caller's repeat must do
   * no harm
   */
  async write(change: T, events: string | null, held = false): Promise<string> {
    const id = newId();
    this.#underWay.add(id);
    try {
      await this.#documents.insertOne({ _id: id, owner: this.#owner, change: JSON.stringify(change), events, held });
      await this.#carryOut(id, change, events === null);
    } finally {
      this.#underWay.delete(id);
    }
    return id;
  }

  /**
   * Takes over the events of a change that is made already, held back until `release` or `forget`: for changes that
   * come again (from the bus) when the process dies before this. With `forAnybody` nobody has the entry in hand: it
   * counts as abandoned at once.
   * @returns the entry's id
   */
  async hold(events: string, forAnybody = false): Promise<string> {
    const id = newId();
    await this.#documents.insertOne({
      _id: id,
      owner: forAnybody ? NOBODY : this.#owner,
      change: null,
      events,
      held: true,
    });
    return id;
  }

  /** Lets the events of an entry go out by the relay. Nothing happens for an entry that is gone. */
  async release(id: string): Promise<void> {
    await this.#documents.updateOne({ _id: id }, { $set: { held: false } });
  }

  /** The events of this entry are on the bus. */
  async forget(id: string): Promise<void> {
    await this.#documents.deleteOne({ _id: id });
  }

  /**
   * Entries that are still held back: our own, and those that others abandoned (or only what lies abandoned,
   * whosesoever); carried out, oldest first.
   */
  async heldEntries(limit: number, abandonedOnly = false): Promise<JournalEntry[]> {
    return (await this.#mine(true, limit, abandonedOnly)).map(({ _id, events }) => ({ id: _id, events }));
  }

  /** Whether anybody's entry is held back. */
  async holdsAny(): Promise<boolean> {
    return (await this.#documents.findOne({ held: true }, { projection: { _id: 1 } })) !== null;
  }

  /** Whether an event of one of these keys waits, be it held back or not, whoever sees to it. */
  async hasUnpublished(keys: readonly string[]): Promise<boolean> {
    const wanted = new Set(keys);
    const waiting = this.#documents.find({ events: { $ne: null } }, { projection: { events: 1 } });
    for await (const { events } of waiting) if (events !== null && hasKey(events, wanted)) return true;
    return false;
  }

  /** The events of our own entries and of those that others abandoned, each carried out first if it was not yet. */
  async pendingEvents(limit: number): Promise<Array<{ id: string; events: OutgoingEvent[] }>> {
    const documents = await this.#mine(false, limit);
    return documents.map(({ _id, events }) => ({ id: _id, events: unpackEvents(events ?? '') }));
  }

  async clearEvents(ids: readonly CommitId[]): Promise<void> {
    await this.#documents.deleteMany({ _id: { $in: ids.map(String) } });
  }

  async #mine(held: boolean, limit: number, abandonedOnly = false): Promise<JournalDocument[]> {
    const abandoned = [{ owner: NOBODY }, { _id: { $lt: newIdAt(Date.now() - ABANDONED_MS) } }];
    const found = await this.#documents
      .find({ held, $or: abandonedOnly ? abandoned : [{ owner: this.#owner }, ...abandoned] })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    const documents = found.filter(({ _id }) => !this.#underWay.has(_id));
    const standing: JournalDocument[] = [];
    for (const document of documents) {
      const { _id, change, events } = document;
      const stands = change === null || (await this.#carryOut(_id, JSON.parse(change) as T, events === null));
      if (stands && events !== null) standing.push(document);
    }
    return standing;
  }

  /** @returns whether the entry stands on, because its events are to go out */
  async #carryOut(id: string, change: T, isSilent: boolean): Promise<boolean> {
    await this.#apply(change, id);
    const isTold = !isSilent && (await this.#isTold(change, id));
    if (isTold) await this.#documents.updateOne({ _id: id }, { $set: { change: null } });
    else await this.#documents.deleteOne({ _id: id });
    return isTold;
  }
}
