import { type Collection, type Connection, duplicateKeysIn } from '@numscope/adapters/mongo';
import type { CountOfOld, RemovedOld } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import type { KeptSize } from '../../domain/results/as-is-room.ts';
import type { DeletedPhone, NewObservation } from '../source-store.port.ts';
import {
  charsOf,
  isFull,
  type KeptObservation,
  oldestOf,
  type PhoneDocument,
  type PhoneObservations,
  sealedNames,
  sizeOf,
} from './phone-document.ts';

/** What is told of an observation without reading it; `fields` and `raw` in bytes. */
interface ObservationSize extends KeptSize {
  id: string;
  at: number;
}

/** What finds a document as it was read: what is added meanwhile changes the size. */
type Standing = Pick<PhoneDocument, '_id' | 'size'>;

interface PhoneTimes {
  phone: string;
  times: number[];
  documents: Standing[];
}

/** Documents that one step of a removal reads. */
const REMOVED_AT_ONCE = 100;
/** What is added of one phone is mostly much less; before more, it is looked whether there is room. */
const LARGE_CHARS = 100_000;

/** Observations by phone. Adding is idempotent, so that a journal may repeat it. */
export class PhoneRecords {
  readonly #documents: Collection<PhoneDocument>;

  constructor(connection: Connection) {
    this.#documents = connection.collection<PhoneDocument>('observations');
  }

  async add(observations: readonly NewObservation[]): Promise<void> {
    const byPhone = Map.groupBy(observations, ({ phone }) => phone);
    const groups = [...byPhone].map(([phone, group]) => ({
      phone,
      observations: group.map(({ phone: _phone, country: _country, ...kept }) => kept),
    }));
    const large = groups.filter((group) => charsOf(group) > LARGE_CHARS).map(({ phone }) => phone);
    if (large.length > 0) await this.#makeRoom(large);
    for (let left = groups; left.length > 0;) left = await this.#push(left);
  }

  /**
   * What is kept of those of the phones of which anything is; what is left out of each observation is not even read.
   */
  async of(phones: readonly string[], leftOut: ReadonlyArray<keyof KeptObservation>): Promise<PhoneObservations[]> {
    const projection = Object.fromEntries(leftOut.map((field) => [`observations.${field}`, 0 as const]));
    const found = await this.#documentsOf(phones, projection);
    for (const { head } of found) if (isFull(head)) await this.#seal(head._id);
    return found.map(({ head, documents }) => ({
      phone: head._id,
      observations: once(documents.flatMap(({ observations }) => observations)),
    }));
  }

  /** How large each of what is kept of a phone is, in the order they came; nothing of it is read. */
  async sizesOf(phone: string): Promise<ObservationSize[]> {
    const bytes = (of: string) => ({ $strLenBytes: { $ifNull: [of, ''] } });
    const size = { id: '$$one.id', at: '$$one.at', fields: bytes('$$one.fields'), raw: bytes('$$one.raw') };
    const sizes = await this.#each<Record<'fields' | 'raw' | 'at', number> & { id: string }>(phone, {
      $map: { input: '$observations', as: 'one', in: size },
    });
    // No JSON is empty.
    return sizes.map((one) => ({ ...one, raw: one.raw === 0 ? null : one.raw }));
  }

  /** Those of a phone that are named, in the order they came; with a number of bytes it is without its raw answer. */
  async someOf(phone: string, named: ReadonlyMap<string, number | null>): Promise<KeptObservation[]> {
    const whole = [...named].flatMap(([id, leftOut]) => (leftOut === null ? id : []));
    const some = { $filter: { input: '$observations', as: 'one', cond: { $in: ['$$one.id', [...named.keys()]] } } };
    const raw = { $cond: [{ $in: ['$$one.id', whole] }, '$$one.raw', null] };
    return this.#each<KeptObservation>(phone, {
      $map: { input: some, as: 'one', in: { $mergeObjects: ['$$one', { raw }] } },
    });
  }

  /** @param list - an expression over a document of the phone, that gives a list */
  async #each<T extends { id: string }>(phone: string, list: object): Promise<T[]> {
    const head = await this.#documents.findOne({ _id: phone }, { projection: { sealed: 1 } });
    if (!head) return [];
    // What is sealed meanwhile lies in the next document.
    const names = [...sealedNames({ ...head, sealed: (head.sealed ?? 0) + 1 }), phone];
    const found = await this.#documents
      .aggregate<{ _id: string; list: T[] }>([{ $match: { _id: { $in: names } } }, { $project: { list } }])
      .toArray();
    const byName = new Map(found.map(({ _id, list: part }) => [_id, part]));
    return once(names.flatMap((name) => byName.get(name) ?? []));
  }

  /** Looks again as long as there was anything: somebody may write meanwhile. */
  async delete(deleted: readonly DeletedPhone[]): Promise<void> {
    const ends = new Map<string, number>();
    for (const { phone, until } of deleted) ends.set(phone, Math.max(until, ends.get(phone) ?? 0));
    for (let open = [...ends.keys()]; open.length > 0;) {
      const left: string[] = [];
      const gone: Standing[] = [];
      for (const { phone, times, documents } of await this.#timesOf(open)) {
        const until = ends.get(phone) ?? 0;
        if (times.every((at) => at <= until)) gone.push(...documents);
        else for (const { _id } of documents) await this.#forgetUntil(_id, until);
        if (times.some((at) => at <= until)) left.push(phone);
      }
      if (gone.length > 0) await this.#documents.bulkWrite(gone.map((filter) => ({ deleteOne: { filter } })));
      open = left;
    }
  }

  /** The index by their age. */
  async declareIndexes(): Promise<void> {
    await this.#documents.createIndexes([{ key: { oldest: 1 }, name: 'oldest' }]);
  }

  async countOlder(before: number): Promise<CountOfOld> {
    const bound = limits.exactSearchHits;
    const undated =
      (await this.#documents.findOne({ oldest: { $exists: false } }, { projection: { _id: 1 } })) !== null;
    let count = 0;
    const old = this.#documents.find(
      { oldest: { $lt: before } },
      { projection: { 'observations.at': 1 }, batchSize: 200, limit: bound + 1 },
    );
    for await (const { observations } of old) {
      count += observations.filter(({ at }) => at < before).length;
      if (count > bound) break;
    }
    return { count: Math.min(count, bound), atLeast: undated || count > bound };
  }

  /** Those of some documents, `limit` at most: first of such whose age is not known. */
  async removeOlder(before: number, limit: number): Promise<RemovedOld> {
    const documents = Math.min(limit, REMOVED_AT_ONCE);
    const undated = await this.#documents.find({ oldest: { $exists: false } }, { limit: documents }).toArray();
    const rest = documents - undated.length;
    const old = rest > 0 ? await this.#documents.find({ oldest: { $lt: before } }, { limit: rest }).toArray() : [];
    let removed = 0;
    for (const document of [...undated, ...old]) removed += await this.#forgetOlder(document, before);
    return { removed, more: undated.length + old.length === documents };
  }

  /** Of each phone that has any the document that is written to, and all of them, sealed ones first. */
  async #documentsOf(phones: readonly string[], projection: Readonly<Record<string, 0 | 1>>) {
    const heads = await this.#documents.find({ _id: { $in: [...phones] } }, { projection }).toArray();
    const names = heads.flatMap(sealedNames);
    const sealed =
      names.length > 0 ? await this.#documents.find({ _id: { $in: names } }, { projection }).toArray() : [];
    const older = new Map(sealed.map((document) => [document._id, document]));
    return heads.map((head) => ({
      head,
      documents: [...sealedNames(head).flatMap((name) => older.get(name) ?? []), head],
    }));
  }

  /** When what is kept of phones was made, and the documents that hold it. */
  async #timesOf(phones: readonly string[]): Promise<PhoneTimes[]> {
    const found = await this.#documentsOf(phones, { sealed: 1, size: 1, 'observations.at': 1 });
    return found.map(({ head, documents }) => ({
      phone: head._id,
      times: documents.flatMap(({ observations }) => observations.map(({ at }) => at)),
      documents: documents.map(({ _id, size }) => ({ _id, size })),
    }));
  }

  async #forgetUntil(_id: string, until: number): Promise<void> {
    const document = await this.#documents.findOne({ _id });
    if (document?.observations.some(({ at }) => at <= until)) await this.#forgetOlder(document, until + 1);
  }

  /** @returns how many; 0 when somebody else wrote meanwhile: then it is found again */
  async #forgetOlder({ _id, observations, size, sealed }: PhoneDocument, before: number): Promise<number> {
    const left = observations.filter(({ at }) => at >= before);
    const isHead = !_id.includes('/');
    // What is added meanwhile changes the size.
    const standing = { _id, size };
    if (left.length === 0 && !(isHead && (await this.#hasSealed(_id, sealed ?? 0))))
      return (await this.#documents.deleteOne(standing)).deletedCount === 1 ? observations.length : 0;
    const { matchedCount } = await this.#documents.updateOne(standing, {
      $set: {
        observations: left,
        size: left.reduce((sum, one) => sum + sizeOf(one), 0),
        // What comes later is younger.
        oldest: left.length > 0 ? oldestOf(left) : before,
      },
    });
    return matchedCount === 1 ? observations.length - left.length : 0;
  }

  async #hasSealed(phone: string, sealed: number): Promise<boolean> {
    if (sealed === 0) return false;
    const names = sealedNames({ _id: phone, observations: [], size: 0, sealed });
    return (await this.#documents.findOne({ _id: { $in: names } }, { projection: { _id: 1 } })) !== null;
  }

  /**
   * In one call; gives back those of which another writer made the document in the same moment. A set takes each
   * observation once.
   */
  async #push(groups: PhoneObservations[]): Promise<PhoneObservations[]> {
    const operations = groups.map((group) => ({
      updateOne: {
        filter: { _id: group.phone },
        update: {
          $addToSet: { observations: { $each: group.observations } },
          $inc: { size: charsOf(group) },
          // What comes later is younger; documents of a version before stay without.
          $setOnInsert: { oldest: oldestOf(group.observations) },
        },
        upsert: true,
      },
    }));
    try {
      await this.#documents.bulkWrite(operations, { ordered: false });
      return [];
    } catch (error) {
      const failed = duplicateKeysIn(error);
      if (failed === null) throw error;
      return failed.flatMap((index) => groups[index] ?? []);
    }
  }

  async #makeRoom(phones: readonly string[]): Promise<void> {
    const projection = { 'observations.id': 1, size: 1 };
    const heads = await this.#documents.find({ _id: { $in: [...phones] } }, { projection }).toArray();
    for (const head of heads) if (isFull(head)) await this.#seal(head._id);
  }

  /** Moves what a full document holds into one that is not written again. One of two who do it at once counts. */
  async #seal(phone: string): Promise<void> {
    const head = await this.#documents.findOne({ _id: phone });
    if (!head || !isFull(head)) return;
    const { observations, size, sealed = 0 } = head;
    // Added to, not replaced: somebody who looked earlier must not take away what somebody else moved.
    const older = {
      $addToSet: { observations: { $each: observations } },
      $inc: { size },
      $setOnInsert: { oldest: oldestOf(observations) },
    };
    await this.#documents.updateOne({ _id: `${phone}/${sealed}` }, older, { upsert: true });
    // What is added meanwhile changes the size: then it is for the next one who looks.
    await this.#documents.updateOne({ _id: phone, size }, { $set: { observations: [], size: 0, sealed: sealed + 1 } });
  }
}

/** A repeat that came after its observation was sealed stands there a second time. */
function once<T extends { id: string }>(observations: T[]): T[] {
  const byId = new Map(observations.map((one) => [one.id, one]));
  return byId.size === observations.length ? observations : [...byId.values()];
}
