import { type Collection, type Connection, inserted } from '@numscope/adapters/mongo';
import { keyScopes, Module, Role } from '@numscope/contracts';
import * as z from 'zod';
import { type ApiKeyRecord, NOBODY } from '../../domain/api-key.ts';

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

export type Keys = Collection<KeyDocument>;

export async function openKeys(connection: Connection): Promise<Keys> {
  const keys = connection.collection<KeyDocument>('api_keys');
  await keys.createIndexes([
    { key: { hash: 1 }, name: 'hash', unique: true },
    { key: { owner: 1, slot: 1 }, name: 'place', unique: true },
  ]);
  return keys;
}

/** A key as its document has it. @throws Error when the document is not one that was ever written */
function readKey(document: unknown): ApiKeyRecord {
  const { _id: id, owner, slot: _slot, pending: _pending, ...key } = KeyDocument.parse(document);
  return { ...key, id, ownerId: owner === NOBODY ? null : owner };
}

/** Of keys that count: those whose place was only taken do not. */
const counting = { pending: { $exists: false } } as const;

/** Reads keys, and writes what goes without events. */
export function mongoKeys(keys: Keys) {
  const find = async (filter: { _id: string } | { hash: string }): Promise<ApiKeyRecord | null> => {
    const document = await keys.findOne({ ...filter, ...counting });
    return document && readKey(document);
  };

  return {
    /** Takes a place for a key that does not count before `confirm`. @returns false when there is none */
    async reserve({ id, ownerId, ...key }: ApiKeyRecord, most: number, now: number): Promise<boolean> {
      const owner = ownerId ?? NOBODY;
      await keys.deleteMany({ owner, pending: { $lt: now - ABANDONED_MS } });
      for (;;) {
        const taken = new Set(
          (await keys.find({ owner }, { projection: { slot: 1 } }).toArray()).map(({ slot }) => slot),
        );
        const slot = Array.from({ length: most }, (_, index) => index).find((place) => !taken.has(place));
        if (slot === undefined) return false;
        // Else another instance took the place meanwhile.
        if (await inserted(keys.insertOne({ ...key, _id: id, owner, slot, pending: now }))) return true;
      }
    },
    confirm: (id: string) => keys.updateOne({ _id: id }, { $unset: { pending: 1 } }),
    remove: (id: string) => keys.deleteOne({ _id: id }),
    removeKeysOf: (ownerIds: string[]) => keys.deleteMany({ owner: { $in: ownerIds } }),

    keysOf: async (ownerId: string | null): Promise<ApiKeyRecord[]> =>
      (
        await keys
          .find({ owner: ownerId ?? NOBODY, ...counting })
          .sort({ createdAt: -1, _id: -1 })
          .toArray()
      ).map(readKey),
    findKey: (id: string) => find({ _id: id }),
    keyByHash: (hash: string) => find({ hash }),
    async noteKeyUse(id: string, at: number, from: string, gapMs: number): Promise<void> {
      const isDue = [{ lastUsedAt: null }, { lastUsedAt: { $lte: at - gapMs } }, { lastUsedAt: { $gte: at + gapMs } }];
      await keys.updateOne({ _id: id, $or: isDue }, { $set: { lastUsedAt: at, lastUsedFrom: from } });
    },
  };
}
