import { type Connection, type Lease, outboxEntry, SweptOutbox, type WithOutbox } from '@numscope/adapters/mongo';
import { type FaceVerdict, faceVerdicts } from '@numscope/contracts';
import { newId } from '@numscope/platform';
import * as z from 'zod';
import { MOST_VERDICTS, type SameFaceStore, sortedPair } from '../same-face.ts';

interface VerdictDocument extends WithOutbox, FaceVerdict {
  /** Grows with time. */
  _id: string;
  /** The two numbers; none once a profile of them is gone, when it only waits for its events to be out. */
  low?: string;
  high?: string;
}

const COLLECTION = 'same_face';

/** A filter for pairs that are none any more. */
const gone = { low: { $exists: false } } as const;

const newestFirst = { at: -1, _id: -1 } as const;
const allOf = (phone: string) => ({ $or: [{ low: phone }, { high: phone }] });
const otherOf = ({ low, high }: VerdictDocument, phone: string): string => (low === phone ? high : low) ?? '';

/** Which of some phones have a profile. */
type Known = (phones: readonly string[]) => Promise<string[]>;

const Kept = z.object({ verdict: z.enum(faceVerdicts).nullable(), by: z.string(), at: z.number() });

/** What people said about faces of two numbers: every word of it, until a profile of the two goes. */
export function sameFaceVerdicts(connection: Connection, lease: Pick<Lease, 'isHeld' | 'isAlone'>, known: Known) {
  const verdicts = connection.collection<VerdictDocument>(COLLECTION);
  const outbox = new SweptOutbox(connection, COLLECTION, gone, lease);

  /** Drops the verdicts of a profile that is gone, or of one pair with it. @returns how many there were */
  const dropVerdictsOf = async (phone: string, other?: string): Promise<number> => {
    const pairs = other === undefined ? allOf(phone) : sortedPair({ phone, other });
    const { modifiedCount } = await verdicts.updateMany(pairs, { $unset: { low: '', high: '' } });
    await outbox.sweep();
    return modifiedCount;
  };

  const calls: SameFaceStore = {
    async judgeFaces(pair, said, audit) {
      const bothThere = async (): Promise<boolean> => (await known([pair.phone, pair.other])).length === 2;
      if (!(await bothThere())) return false;
      const entry = outboxEntry(audit ? [audit] : []);
      const document = { _id: newId(), ...sortedPair(pair), ...said };
      await verdicts.insertOne(entry ? { ...document, outbox: [entry] } : document);
      // A profile that went meanwhile has taken along only what was there then.
      if (!(await bothThere())) await dropVerdictsOf(pair.phone, pair.other);
      return true;
    },

    async faceVerdicts(phone, others) {
      const said = new Map<string, FaceVerdict[]>(others.map((other) => [other, []]));
      const among = { $in: [...others] };
      const pairs = {
        $or: [
          { low: phone, high: among },
          { high: phone, low: among },
        ],
      };
      for (const document of await verdicts.find(pairs).sort(newestFirst).toArray()) {
        const list = said.get(otherOf(document, phone));
        if (list && list.length < MOST_VERDICTS) list.push(Kept.parse(document));
      }
      return said;
    },

    async judgedNumbers(phone, limit) {
      const last = verdicts.aggregate<{ _id: { low: string; high: string } }>([
        { $match: allOf(phone) },
        { $sort: newestFirst },
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
      return (await last.toArray()).map(({ _id: { low, high } }) => (low === phone ? high : low));
    },

    async saidOfFaces(phone) {
      const found = await verdicts.find(allOf(phone)).sort(newestFirst).toArray();
      return found.map((document) => ({ other: otherOf(document, phone), ...Kept.parse(document) }));
    },
  };
  return { calls, outbox, dropVerdictsOf };
}
