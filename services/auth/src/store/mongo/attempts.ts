import { type Collection, type Connection, isDuplicateKey } from '@numscope/adapters/mongo';
import * as z from 'zod';
import type { AttemptKeys } from '../../attempts/attempt-keys.ts';
import { AHEAD_MS, type Count, countsFrom, KNOWN_ADDRESSES, type Standing } from '../../domain/login-rules.ts';

/** Failed logins of one key, in milliseconds, and those under way. Of a user's key also what was found out. */
interface FailureDocument {
  _id: string;
  at: number[];
  underWay?: Array<{ id: string; at: number }>;
  latest: number;
  named?: boolean;
  slowedAt?: number;
}

/** An address from which a user has logged in. The id is the pair of both. */
interface KnownDocument {
  _id: string;
  user: string;
  at: number;
}

export interface AttemptCollections {
  failures: Collection<FailureDocument>;
  known: Collection<KnownDocument>;
}

export async function openAttempts(connection: Connection): Promise<AttemptCollections> {
  const failures = connection.collection<FailureDocument>('failures');
  const known = connection.collection<KnownDocument>('known_callers');
  await failures.createIndexes([{ key: { latest: 1 }, name: 'latest' }]);
  await known.createIndexes([
    { key: { user: 1, at: 1 }, name: 'of_user' },
    { key: { at: 1 }, name: 'age' },
  ]);
  return { failures, known };
}

/** Documents of before say nothing but `at`. */
const Stored = z.object({
  at: z.array(z.number()).default([]),
  underWay: z.array(z.object({ at: z.number() })).default([]),
  named: z.boolean().default(false),
  slowedAt: z.number().default(0),
});
type Stored = z.infer<typeof Stored>;

const read = (document: unknown): Stored => Stored.parse(document ?? {});

const countOf = ({ at, underWay }: Stored, counted: keyof AttemptKeys, now: number): Count => ({
  failures: at.filter((moment) => moment > countsFrom(now)[counted]).toSorted((left, right) => left - right),
  underWay: underWay.filter((attempt) => attempt.at > countsFrom(now).underWay).length,
});

const kinds = ['pair', 'address', 'user'] as const;

/** Where two instances create a document at once, one is refused by its id, and tries once more. */
export async function upserting<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) return write();
    throw error;
  }
}

/** Each key is one document, whose changes all instances see in one order. */
export function mongoAttempts({ failures, known }: AttemptCollections) {
  /** The document as it was before. */
  const change = (_id: string, update: Parameters<typeof failures.updateOne>[1]): Promise<unknown> =>
    upserting(() => failures.findOneAndUpdate({ _id }, update, { upsert: true, returnDocument: 'before' }));

  const standingBy = async (
    keys: AttemptKeys,
    now: number,
    stored: (key: string) => Promise<unknown>,
  ): Promise<Standing> => {
    const [pair, address, user, isKnown] = await Promise.all([
      stored(keys.pair).then(read),
      stored(keys.address).then(read),
      stored(keys.user).then(read),
      known.findOne({ _id: keys.pair, at: { $gt: countsFrom(now).known } }, { projection: { _id: 1 } }),
    ]);
    return {
      pair: countOf(pair, 'pair', now),
      address: countOf(address, 'address', now),
      user: countOf(user, 'user', now),
      known: isKnown !== null,
      named: user.named,
      slowedAt: user.slowedAt,
    };
  };

  const takeBackAttempt = async (keys: AttemptKeys, id: string): Promise<void> => {
    await failures.updateMany({ _id: { $in: Object.values(keys) } }, { $pull: { underWay: { id } } });
  };

  return {
    standing: (keys: AttemptKeys, now: number): Promise<Standing> =>
      standingBy(keys, now, (key) => failures.findOne({ _id: key })),
    beginAttempt(keys: AttemptKeys, id: string, now: number): Promise<Standing> {
      const note = { $push: { underWay: { id, at: now } }, $max: { latest: now }, $setOnInsert: { at: [] } };
      return standingBy(keys, now, (key) => change(key, note));
    },
    takeBackAttempt,
    async failAttempt(keys: AttemptKeys, id: string, now: number, named: boolean): Promise<void> {
      for (const kind of kinds) {
        const _id = keys[kind];
        const from = countsFrom(now);
        const old = { at: { $lte: from[kind] }, underWay: { at: { $lte: from.underWay } } };
        await failures.updateOne({ _id }, { $pull: old });
        await change(_id, {
          $push: { at: now },
          $pull: { underWay: { id } },
          $max: { latest: now },
          ...(kind === 'user' ? { $set: { named } } : {}),
        });
      }
    },
    /** Forgetting them twice does no harm. */
    async forgive(keys: AttemptKeys, id: string, now: number): Promise<void> {
      await takeBackAttempt(keys, id);
      await failures.updateOne({ _id: keys.pair }, { $set: { at: [] } });
      const remembered = { $set: { user: keys.user, at: now } };
      await upserting(() => known.updateOne({ _id: keys.pair }, remembered, { upsert: true }));
      const surplus = await known
        .find({ user: keys.user }, { projection: { _id: 1 } })
        .sort({ at: -1 })
        .skip(KNOWN_ADDRESSES)
        .toArray();
      if (surplus.length > 0) await known.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
    },
    /** A key that goes on being tried keeps its document, and none of the failures that count no longer, nor what they told. */
    async forgetAttempts(now: number): Promise<void> {
      const from = countsFrom(now);
      const old = { $lte: from.pair };
      await failures.deleteMany({ latest: old });
      const latest = { $gt: old.$lte };
      await failures.updateMany({ latest, at: old }, { $pull: { at: old } });
      await failures.updateMany({ latest, named: true, 'at.0': { $exists: false } }, { $unset: { named: true } });
      await known.deleteMany({ at: { $lte: from.known } });
    },
    async takeSlowed({ user }: AttemptKeys, now: number, gapMs: number): Promise<boolean> {
      const free = {
        $or: [
          { slowedAt: { $exists: false } },
          { slowedAt: { $lte: now - gapMs } },
          { slowedAt: { $gt: now + AHEAD_MS } },
        ],
      };
      const { matchedCount } = await failures.updateOne({ _id: user, ...free }, { $set: { slowedAt: now } });
      return matchedCount > 0;
    },
  };
}
