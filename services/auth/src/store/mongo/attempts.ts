import { type Connection, isDuplicateKey } from '@numscope/adapters/mongo';
import { type Model, Schema, type UpdateQuery } from 'mongoose';
import * as z from 'zod';
import type { AttemptKeys } from '../../attempts/attempt-keys.ts';
import {
  AHEAD_MS,
  type Count,
  type Counted,
  KNOWN_ADDRESSES,
  KNOWN_MS,
  type Standing,
  UNDER_WAY_MS,
  windowMs,
} from '../../domain/login-rules.ts';
import type { AttemptStore } from '../attempt-store.port.ts';

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

const failureSchema = new Schema<FailureDocument>(
  {
    _id: String,
    at: [Number],
    underWay: [new Schema({ id: String, at: Number }, { _id: false, id: false })],
    latest: Number,
    named: Boolean,
    slowedAt: Number,
  },
  { collection: 'failures', versionKey: false },
);
failureSchema.index({ latest: 1 }, { name: 'latest' });

const knownSchema = new Schema<KnownDocument>(
  { _id: String, user: String, at: Number },
  { collection: 'known_callers', versionKey: false },
);
knownSchema.index({ user: 1, at: 1 }, { name: 'of_user' });
knownSchema.index({ at: 1 }, { name: 'age' });

export interface AttemptModels {
  failures: Model<FailureDocument>;
  known: Model<KnownDocument>;
}

export async function openAttemptModels(connection: Connection): Promise<AttemptModels> {
  const models: AttemptModels = {
    failures: connection.model<FailureDocument>('Failure', failureSchema),
    known: connection.model<KnownDocument>('KnownCaller', knownSchema),
  };
  await Promise.all([models.failures.createIndexes(), models.known.createIndexes()]);
  return models;
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

const countOf = ({ at, underWay }: Stored, counted: Counted, now: number): Count => ({
  failures: at.filter((moment) => moment > now - windowMs[counted]).toSorted((left, right) => left - right),
  underWay: underWay.filter((attempt) => attempt.at > now - UNDER_WAY_MS).length,
});

const kinds = ['pair', 'address', 'user'] as const;

/** Where two instances create a document at once, one is refused by its id, and tries once more. */
async function upserting<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) return write();
    throw error;
  }
}

/** Each key is one document, whose changes all instances see in one order. */
export class MongoAttempts implements Omit<AttemptStore, 'passAttempt'> {
  readonly #failures: Model<FailureDocument>;
  readonly #known: Model<KnownDocument>;

  constructor({ failures, known }: AttemptModels) {
    this.#failures = failures;
    this.#known = known;
  }

  standing(keys: AttemptKeys, now: number): Promise<Standing> {
    return this.#standing(keys, now, (key) => this.#failures.findById(key).lean());
  }

  beginAttempt(keys: AttemptKeys, id: string, now: number): Promise<Standing> {
    const note = { $push: { underWay: { id, at: now } }, $max: { latest: now } };
    return this.#standing(keys, now, (key) => this.#change(key, note));
  }

  async takeBackAttempt(keys: AttemptKeys, id: string): Promise<void> {
    await this.#failures.updateMany({ _id: { $in: Object.values(keys) } }, { $pull: { underWay: { id } } });
  }

  async failAttempt(keys: AttemptKeys, id: string, now: number, named: boolean): Promise<void> {
    for (const kind of kinds) {
      const _id = keys[kind];
      const old = { at: { $lte: now - windowMs[kind] }, underWay: { at: { $lte: now - UNDER_WAY_MS } } };
      await this.#failures.updateOne({ _id }, { $pull: old });
      await this.#change(_id, {
        $push: { at: now },
        $pull: { underWay: { id } },
        $max: { latest: now },
        ...(kind === 'user' ? { $set: { named } } : {}),
      });
    }
  }

  /** Forgetting them twice does no harm. */
  async forgive(keys: AttemptKeys, id: string, now: number): Promise<void> {
    await this.takeBackAttempt(keys, id);
    await this.#failures.updateOne({ _id: keys.pair }, { $set: { at: [] } });
    const remember = () =>
      this.#known.updateOne({ _id: keys.pair }, { $set: { user: keys.user, at: now } }, { upsert: true });
    await upserting(remember);
    const surplus = await this.#known
      .find({ user: keys.user }, { _id: 1 })
      .sort({ at: -1 })
      .skip(KNOWN_ADDRESSES)
      .lean();
    if (surplus.length > 0) await this.#known.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
  }

  /** A key that goes on being tried keeps its document, and none of the failures that count no longer, nor what they told. */
  async forget(now: number): Promise<void> {
    const old = { $lte: now - windowMs.pair };
    await this.#failures.deleteMany({ latest: old });
    const latest = { $gt: old.$lte };
    await this.#failures.updateMany({ latest, at: old }, { $pull: { at: old } });
    await this.#failures.updateMany({ latest, named: true, 'at.0': { $exists: false } }, { $unset: { named: true } });
    await this.#known.deleteMany({ at: { $lte: now - KNOWN_MS } });
  }

  async takeSlowed({ user }: AttemptKeys, now: number, gapMs: number): Promise<boolean> {
    const free = {
      $or: [
        { slowedAt: { $exists: false } },
        { slowedAt: { $lte: now - gapMs } },
        { slowedAt: { $gt: now + AHEAD_MS } },
      ],
    };
    const { matchedCount } = await this.#failures.updateOne({ _id: user, ...free }, { $set: { slowedAt: now } });
    return matchedCount > 0;
  }

  async #standing(keys: AttemptKeys, now: number, stored: (key: string) => Promise<unknown>): Promise<Standing> {
    const [pair, address, user, known] = await Promise.all([
      stored(keys.pair).then(read),
      stored(keys.address).then(read),
      stored(keys.user).then(read),
      this.#known.exists({ _id: keys.pair, at: { $gt: now - KNOWN_MS } }),
    ]);
    return {
      pair: countOf(pair, 'pair', now),
      address: countOf(address, 'address', now),
      user: countOf(user, 'user', now),
      known: known !== null,
      named: user.named,
      slowedAt: user.slowedAt,
    };
  }

  /** The document as it was before. */
  #change(_id: string, update: UpdateQuery<FailureDocument>): Promise<unknown> {
    const change = () =>
      this.#failures.findOneAndUpdate({ _id }, update, { upsert: true, returnDocument: 'before' }).lean();
    return upserting(change);
  }
}
