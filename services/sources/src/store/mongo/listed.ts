import { type Collection, type Connection, containing } from '@numscope/adapters/mongo';
import type { ListedNumber } from '@numscope/contracts';
import { newId, newIdAt } from '@numscope/platform';
import { digestOf, type ErasedMark } from '@numscope/platform/erased-numbers';
import { soughtBy } from '../../domain/listed-numbers.ts';
import type { ListedRequest, NewListed } from '../listed-store.port.ts';

/** An entry of the do-not-look-up list; `_id` is the entry. */
export interface ListedDocument extends Omit<ListedNumber, 'entry'> {
  _id: string;
  folded: string;
  /** The order that put it there; absent where a version before did, or where it was moved up. */
  change?: string;
}

/**
 * An entry that was taken off after an order had put it there: `<order> <digest of the entry>`, as a number that was taken
 * off is kept nowhere. Ids of orders grow with time.
 */
interface UnlistedDocument {
  _id: string;
}

const unlistedId = (order: string, entry: string): string => `${order} ${digestOf(entry)}`;

/** An order of before then is carried out for the last time, whatever happened to who gave it. */
const UNLISTED_KEPT_MS = 8 * 86_400_000;

const REVISION = 'do-not-look-up';

interface RevisionDocument {
  _id: typeof REVISION;
  revision: string;
}

export const listedDocument = ({ entry: _id, reason, by, at }: ListedNumber): ListedDocument => ({
  _id,
  reason,
  by,
  at,
  folded: reason.toLowerCase(),
});

const WRITTEN_AT_ONCE = 1000;

/** The do-not-look-up list that instances share. Each change bears being made again. */
export class ListedDocuments {
  readonly #documents: Collection<ListedDocument>;
  readonly #erased: Collection<{ _id: string; at: number }>;
  readonly #revisions: Collection<RevisionDocument>;
  readonly #unlisted: Collection<UnlistedDocument>;

  constructor(connection: Connection) {
    this.#documents = connection.collection<ListedDocument>('listed_numbers');
    this.#erased = connection.collection<{ _id: string; at: number }>('erased');
    this.#revisions = connection.collection<RevisionDocument>('list_revisions');
    this.#unlisted = connection.collection<UnlistedDocument>('unlisted_numbers');
  }

  async known(entries: readonly string[]): Promise<number> {
    let known = 0;
    for (let at = 0; at < entries.length; at += WRITTEN_AT_ONCE)
      known += await this.#documents.countDocuments({ _id: { $in: entries.slice(at, at + WRITTEN_AT_ONCE) } });
    return known;
  }

  /** Those that were taken off after this very order had put them there stay off, if it is made again. */
  async add({ entries, reason, by, at }: NewListed, change: string): Promise<void> {
    for (let from = 0; from < entries.length; from += WRITTEN_AT_ONCE)
      await this.#documents.bulkWrite(
        entries.slice(from, from + WRITTEN_AT_ONCE).map((entry) => {
          const { _id, ...fields } = listedDocument({ entry, reason, by, at });
          return { updateOne: { filter: { _id }, update: { $setOnInsert: { ...fields, change } }, upsert: true } };
        }),
        { ordered: false },
      );
    const undone = await this.#unlisted.find({ _id: { $gte: `${change} `, $lt: `${change}!` } }).toArray();
    const off = new Set(undone.map(({ _id }) => _id));
    if (off.size > 0)
      for (const entry of entries)
        if (off.has(unlistedId(change, entry))) await this.#documents.deleteOne({ _id: entry, change });
    await this.#changed(change);
  }

  /** The order that put an entry there; null: one that nobody knows, undefined: it is not there. */
  async orderOf(entry: string): Promise<string | null | undefined> {
    const found = await this.#documents.findOne({ _id: entry });
    return found ? (found.change ?? null) : undefined;
  }

  /**
   * Unless it was put on the list again since, whatever the clocks say.
   * @param order - as `orderOf` told it; undefined where a version before wrote it, which went by the time
   */
  async remove(entry: string, at: number, order: string | null | undefined, change: string): Promise<void> {
    if (typeof order === 'string') {
      await this.#unlisted.deleteMany({ _id: { $lt: newIdAt(Date.now() - UNLISTED_KEPT_MS) } });
      await this.#unlisted.replaceOne({ _id: unlistedId(order, entry) }, {}, { upsert: true });
      await this.#documents.deleteOne({ _id: entry, change: order });
    } else if (order === null) await this.#documents.deleteOne({ _id: entry, change: { $exists: false } });
    else await this.#documents.deleteOne({ _id: entry, at: { $lte: at } });
    await this.#changed(change);
  }

  async of({ text, offset, limit }: ListedRequest): Promise<{ entries: ListedNumber[]; total: number }> {
    const sought = soughtBy(text);
    const filter =
      'reason' in sought
        ? sought.reason === ''
          ? {}
          : { folded: containing(sought.reason) }
        : { $or: [{ _id: { $gte: sought.from, $lt: sought.to } }, { _id: { $in: sought.holding } }] };
    const [found, total] = await Promise.all([
      this.#documents.find(filter).sort({ _id: 1 }).skip(offset).limit(limit).toArray(),
      this.#documents.countDocuments(filter),
    ]);
    return { entries: found.map(({ _id: entry, reason, by, at }) => ({ entry, reason, by, at })), total };
  }

  async after(entry: string, limit: number): Promise<string[]> {
    const found = await this.#documents
      .find({ _id: { $gt: entry } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Others hear of it by the list's revision. */
  async noteErased({ digest, at }: ErasedMark, forgottenBefore: number): Promise<void> {
    await this.#erased.deleteMany({ at: { $lt: forgottenBefore } });
    await this.#erased.updateOne({ _id: digest }, { $set: { at } }, { upsert: true });
    await this.#changed(newId());
  }

  async erasedMarks(): Promise<ErasedMark[]> {
    return (await this.#erased.find().toArray()).map(({ _id: digest, at }) => ({ digest, at }));
  }

  count(): Promise<number> {
    return this.#documents.countDocuments({});
  }

  async revision(): Promise<string> {
    return (await this.#revisions.findOne({ _id: REVISION }))?.revision ?? '';
  }

  async #changed(revision: string): Promise<void> {
    await this.#revisions.updateOne({ _id: REVISION }, { $set: { revision } }, { upsert: true });
  }
}
