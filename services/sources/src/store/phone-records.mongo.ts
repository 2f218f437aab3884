import { type Collection, type Connection, isDuplicateKey } from '@numscope/adapters/mongo';
import type { NewObservation } from './source-store.port.ts';

/** An observation as it stands in the document of its phone. */
export type KeptObservation = Omit<NewObservation, 'phone'>;

/** What was said about one phone; named by it, so that a look-up of many needs no index but the names. */
interface PhoneDocument {
  _id: string;
  /** In the order they came. */
  observations: KeptObservation[];
  /** Characters of them, nearly. */
  size: number;
  /** How many documents of older observations there are: `<phone>/0`, `<phone>/1`, ... */
  sealed: number;
  /** Ids of those that were sealed last: a late repeat must still find them. */
  rolled: string[];
}

export interface PhoneObservations {
  phone: string;
  observations: KeptObservation[];
}

/** Far below the 16 MB of a document, whatever the largest answer adds. */
const FULL_CHARS = 2_000_000;
const FULL_COUNT = 300;

const sizeOf = ({ message, fields, raw }: KeptObservation): number =>
  200 + (message?.length ?? 0) + (fields?.length ?? 0) + (raw?.length ?? 0);

/** Observations by phone. Adding is idempotent by their ids, so that a journal may repeat it. */
export class PhoneRecords {
  readonly #documents: Collection<PhoneDocument>;

  constructor(connection: Connection) {
    this.#documents = connection.collection<PhoneDocument>('observations');
  }

  async add(observations: readonly NewObservation[]): Promise<void> {
    const byPhone = Map.groupBy(observations, ({ phone }) => phone);
    const groups = [...byPhone].map(([phone, group]) => ({ phone, observations: group.map(({ phone: _phone, ...kept }) => kept) }));
    for (const group of await this.#push(groups)) await this.#settle(group);
  }

  /** What is kept of those of the phones of which anything is; what is left out of each observation is not even read. */
  async of(phones: readonly string[], leftOut: ReadonlyArray<keyof KeptObservation>): Promise<PhoneObservations[]> {
    const projection = Object.fromEntries(leftOut.map((field) => [`observations.${field}`, 0]));
    const heads = await this.#documents.find({ _id: { $in: [...phones] } }, { projection }).toArray();
    const names = heads.flatMap(sealedNames);
    const sealed = names.length > 0 ? await this.#documents.find({ _id: { $in: names } }, { projection }).toArray() : [];
    const older = new Map(sealed.map(({ _id, observations }) => [_id, observations]));
    return heads.map((head) => ({
      phone: head._id,
      observations: [...sealedNames(head).flatMap((name) => older.get(name) ?? []), ...head.observations],
    }));
  }

  async delete(phones: readonly string[]): Promise<void> {
    const heads = await this.#documents.find({ _id: { $in: [...phones] } }, { projection: { sealed: 1 } }).toArray();
    await this.#documents.deleteMany({ _id: { $in: [...heads.flatMap(sealedNames), ...phones] } });
  }

  /** In one call; gives back those that were there already, met another writer, or found the document full. */
  async #push(groups: readonly PhoneObservations[]): Promise<PhoneObservations[]> {
    if (groups.length === 0) return [];
    const operations = groups.map((group) => ({ updateOne: { ...pushOf(group), upsert: true } }));
    try {
      await this.#documents.bulkWrite(operations, { ordered: false });
      return [];
    } catch (error) {
      const failed = duplicatesOf(error);
      if (failed === null) throw error;
      return failed.flatMap((index) => groups[index] ?? []);
    }
  }

  /** Of one phone. All of a group stand there or none: they were pushed together. */
  async #settle(group: PhoneObservations): Promise<void> {
    const ids = new Set(group.observations.map(({ id }) => id));
    for (;;) {
      const projection = { 'observations.id': 1, size: 1, sealed: 1, rolled: 1 };
      const head = await this.#documents.findOne({ _id: group.phone }, { projection });
      if (head && [...head.observations.map(({ id }) => id), ...head.rolled].some((id) => ids.has(id))) return;
      if (head && isFull(head)) await this.#seal(group.phone);
      if ((await this.#push([group])).length === 0) return;
    }
  }

  /** Moves what a full document holds into one that is not written again. Two who do it at once write the same, and one of them counts. */
  async #seal(phone: string): Promise<void> {
    const head = await this.#documents.findOne({ _id: phone });
    if (!head || !isFull(head)) return;
    const { observations, sealed, size } = head;
    const name = `${phone}/${sealed}`;
    await this.#documents.updateOne({ _id: name }, { $set: { observations, size, sealed: 0, rolled: [] } }, { upsert: true });
    await this.#documents.updateOne(
      { _id: phone, sealed, size },
      { $set: { observations: [], size: 0, sealed: sealed + 1, rolled: observations.map(({ id }) => id) } },
    );
  }
}

const sealedNames = ({ _id, sealed }: PhoneDocument): string[] => Array.from({ length: sealed }, (_none, index) => `${_id}/${index}`);

const isFull = ({ observations, size }: PhoneDocument): boolean => size >= FULL_CHARS || observations.length >= FULL_COUNT;

/** Matches only where these are not, and there is room; elsewhere the upsert meets a key that is there. */
function pushOf({ phone, observations }: PhoneObservations) {
  const $nin = observations.map(({ id }) => id);
  const size = observations.reduce((sum, observation) => sum + sizeOf(observation), 0);
  return {
    filter: {
      _id: phone,
      'observations.id': { $nin },
      rolled: { $nin },
      size: { $lt: FULL_CHARS },
      [`observations.${FULL_COUNT - 1}`]: { $exists: false },
    },
    update: { $push: { observations: { $each: observations } }, $inc: { size }, $setOnInsert: { sealed: 0, rolled: [] } },
  };
}

/** Which operations of a bulk met a key that is there; null when anything else went wrong. */
function duplicatesOf(error: unknown): number[] | null {
  if (typeof error !== 'object' || error === null || !('writeErrors' in error)) return null;
  const failed = [error.writeErrors].flat() as Array<{ code?: unknown; index: number }>;
  return failed.every(isDuplicateKey) ? failed.map(({ index }) => index) : null;
}
