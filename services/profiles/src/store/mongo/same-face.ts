import type { FaceVerdict, SaidOfFaces } from '@numscope/contracts';
import {
  type Connection,
  type Lease,
  outboxEntry,
  outboxField,
  outboxIndex,
  SweptOutbox,
  type WithOutbox,
} from '@numscope/adapters/mongo';
import { faceVerdicts } from '@numscope/contracts';
import { newId, type OutgoingEvent } from '@numscope/platform';
import mongoose, { type Model } from 'mongoose';
import * as z from 'zod';
import { MOST_VERDICTS, type PhonePair, sortedPair } from '../same-face.ts';

interface VerdictDocument extends WithOutbox {
  /** Grows with time. */
  _id: string;
  /** The two numbers; none once a profile of them is gone, when it only waits for its events to be out. */
  low?: string;
  high?: string;
  verdict: (typeof faceVerdicts)[number] | null;
  by: string;
  at: number;
}

const COLLECTION = 'same_face';

const schema = new mongoose.Schema<VerdictDocument>(
  { _id: String, low: String, high: String, verdict: String, by: String, at: Number, outbox: outboxField },
  { collection: COLLECTION, versionKey: false, id: false },
);
schema.index({ low: 1, high: 1, at: -1 }, { name: 'pair' });
schema.index({ high: 1 }, { name: 'high' });
schema.index(outboxIndex.key, { name: outboxIndex.name, sparse: outboxIndex.sparse });

/** A filter for pairs that are none any more. */
const gone = { low: { $exists: false } } as const;

/** Which of some phones have a profile. */
type Known = (phones: readonly string[]) => Promise<string[]>;

const Kept = z.object({ verdict: z.enum(faceVerdicts).nullable(), by: z.string(), at: z.number() });

/** What people said about faces of two numbers: every word of it, until a profile of the two goes. */
export class SameFaceVerdicts extends SweptOutbox {
  readonly #model: Model<VerdictDocument>;
  readonly #known: Known;

  constructor(connection: Connection, lease: Pick<Lease, 'isHeld' | 'isAlone'>, known: Known) {
    super(connection, COLLECTION, gone, lease);
    this.#known = known;
    this.#model = connection.model<VerdictDocument>('SameFace', schema);
  }

  async declareIndexes(): Promise<void> {
    await this.#model.createIndexes();
  }

  readonly judgeFaces = async (pair: PhonePair, said: FaceVerdict, audit: OutgoingEvent | null): Promise<boolean> => {
    const bothThere = async (): Promise<boolean> => (await this.#known([pair.phone, pair.other])).length === 2;
    if (!(await bothThere())) return false;
    const entry = outboxEntry(audit ? [audit] : []);
    const _id = newId();
    await this.#model.insertMany([{ _id, ...sortedPair(pair), ...said, ...(entry ? { outbox: [entry] } : {}) }]);
    // A profile that went meanwhile has taken along only what was there then.
    if (!(await bothThere())) await this.dropOf(pair);
    return true;
  };

  readonly faceVerdicts = async (phone: string, others: readonly string[]): Promise<Map<string, FaceVerdict[]>> => {
    const said = new Map<string, FaceVerdict[]>(others.map((other) => [other, []]));
    const found = await this.#model
      .find({
        $or: [
          { low: phone, high: { $in: [...others] } },
          { high: phone, low: { $in: [...others] } },
        ],
      })
      .sort({ at: -1, _id: -1 })
      .lean();
    for (const document of found) {
      const list = said.get((document.low === phone ? document.high : document.low) ?? '');
      if (list && list.length < MOST_VERDICTS) list.push(Kept.parse(document));
    }
    return said;
  };

  readonly judgedNumbers = async (phone: string, limit: number): Promise<string[]> => {
    const last = await this.#model.aggregate<{ _id: { low: string; high: string } }>([
      { $match: { $or: [{ low: phone }, { high: phone }] } },
      { $sort: { at: -1, _id: -1 } },
      {
        $group: {
          _id: { low: '$low', high: '$high' },
          verdict: { $first: '$verdict' },
          at: { $first: '$at' },
          said: { $first: '$_id' },
        },
      },
      { $match: { verdict: { $ne: null } } },
      { $sort: { at: -1, said: -1 } },
      { $limit: limit },
    ]);
    return last.map(({ _id: { low, high } }) => (low === phone ? high : low));
  };

  readonly saidOfFaces = async (phone: string): Promise<SaidOfFaces[]> => {
    const found = await this.#model
      .find({ $or: [{ low: phone }, { high: phone }] })
      .sort({ at: -1, _id: -1 })
      .lean();
    return found.map((document) => ({
      other: (document.low === phone ? document.high : document.low) ?? '',
      ...Kept.parse(document),
    }));
  };

  /** Drops the verdicts of a profile that is gone, or of one pair with it. @returns how many there were */
  async dropOf({ phone, other }: { phone: string; other?: string }): Promise<number> {
    const pairs = other === undefined ? { $or: [{ low: phone }, { high: phone }] } : sortedPair({ phone, other });
    const { modifiedCount } = await this.#model.updateMany(pairs, { $unset: { low: 1, high: 1 } });
    await this.sweep();
    return modifiedCount;
  }
}
