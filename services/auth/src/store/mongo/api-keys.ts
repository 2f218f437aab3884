import { type Connection, isDuplicateKey } from '@numscope/adapters/mongo';
import { keyScopes, Module, Role } from '@numscope/contracts';
import { type Model, Schema } from 'mongoose';
import * as z from 'zod';
import { type ApiKeyRecord, NOBODY } from '../../domain/api-key.ts';
import type { ApiKeyStore } from '../api-key-store.port.ts';

/** Whoever was to make a key known has died long before. */
const ABANDONED_MS = 60_000;

const KeyDocument = z.object({
  _id: z.string(),
  hash: z.string(),
  prefix: z.string(),
  name: z.string(),
  /** A user's id, or empty. */
  owner: z.string(),
  /** One of the places that an owner has for keys: the index over both bounds how many there are. */
  slot: z.number(),
  createdBy: z.string(),
  role: Role.nullable(),
  modules: z.array(Module),
  scopes: z.array(z.enum(keyScopes)),
  addresses: z.array(z.string()),
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
  lastUsedAt: z.number().nullable(),
  lastUsedFrom: z.string().nullable(),
  /** When its place was taken, until the key counts. */
  pending: z.number().optional(),
});
type KeyDocument = z.infer<typeof KeyDocument>;

const keySchema = new Schema<KeyDocument>(
  {
    _id: String,
    hash: String,
    prefix: String,
    name: String,
    owner: String,
    slot: Number,
    createdBy: String,
    role: String,
    modules: [String],
    scopes: [String],
    addresses: [String],
    createdAt: Number,
    expiresAt: Number,
    lastUsedAt: Number,
    lastUsedFrom: String,
    pending: Number,
  },
  { collection: 'api_keys', versionKey: false },
);
keySchema.index({ hash: 1 }, { name: 'hash', unique: true });
keySchema.index({ owner: 1, slot: 1 }, { name: 'place', unique: true });

export type KeyModel = Model<KeyDocument>;

export async function openKeyModel(connection: Connection): Promise<KeyModel> {
  const model = connection.model<KeyDocument>('ApiKey', keySchema);
  await model.createIndexes();
  return model;
}

/** A key as its document has it. @throws Error when the document is not one that was ever written */
function readKey(document: unknown): ApiKeyRecord {
  const { _id: id, owner, slot: _slot, pending: _pending, ...key } = KeyDocument.parse(document);
  return { ...key, id, ownerId: owner === NOBODY ? null : owner };
}

/** Reads keys, and writes what goes without events. */
export class MongoKeys implements Pick<ApiKeyStore, 'keysOf' | 'findKey' | 'keyByHash' | 'noteKeyUse'> {
  readonly #keys: KeyModel;

  constructor(keys: KeyModel) {
    this.#keys = keys;
  }

  /** Takes a place for a key that does not count before `confirm`. @returns false when there is none */
  async reserve({ id, ownerId, ...key }: ApiKeyRecord, most: number, now: number): Promise<boolean> {
    const owner = ownerId ?? NOBODY;
    await this.#keys.deleteMany({ owner, pending: { $lt: now - ABANDONED_MS } });
    for (;;) {
      const taken = new Set((await this.#keys.find({ owner }, { slot: 1 }).lean()).map(({ slot }) => slot));
      const slot = Array.from({ length: most }, (_, index) => index).find((place) => !taken.has(place));
      if (slot === undefined) return false;
      try {
        await this.#keys.insertMany([{ ...key, _id: id, owner, slot, pending: now }]);
        return true;
      } catch (error) {
        // Another instance took the place meanwhile.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  async confirm(id: string): Promise<void> {
    await this.#keys.updateOne({ _id: id }, { $unset: { pending: 1 } });
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#keys.deleteMany({ _id: { $in: ids } });
  }

  async keysOf(ownerId: string | null): Promise<ApiKeyRecord[]> {
    const documents = await this.#keys
      .find({ owner: ownerId ?? NOBODY, pending: { $exists: false } })
      .sort({ createdAt: -1, _id: -1 })
      .lean();
    return documents.map(readKey);
  }

  async findKey(id: string): Promise<ApiKeyRecord | null> {
    const document = await this.#keys.findOne({ _id: id, pending: { $exists: false } }).lean();
    return document && readKey(document);
  }

  async keyByHash(hash: string): Promise<ApiKeyRecord | null> {
    const document = await this.#keys.findOne({ hash, pending: { $exists: false } }).lean();
    return document && readKey(document);
  }

  async removeKeysOf(ownerIds: string[]): Promise<void> {
    await this.#keys.deleteMany({ owner: { $in: ownerIds } });
  }

  async noteKeyUse(id: string, at: number, from: string, gapMs: number): Promise<void> {
    await this.#keys.updateOne(
      {
        _id: id,
        $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: at - gapMs } }, { lastUsedAt: { $gte: at + gapMs } }],
      },
      { $set: { lastUsedAt: at, lastUsedFrom: from } },
    );
  }
}
