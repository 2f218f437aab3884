import { type Logger, reasonOf, Rounds } from '@numscope/platform';
import type { AuditEntry } from '@numscope/contracts';
import { phonesIn } from '../domain/phones-in.ts';
import { auditEnd } from './audit-chain.mongo.ts';
import type { AuditModels } from './audit-models.mongo.ts';
import { LONGEST_SEARCH_MS, shown, withArgs } from './audit-search.mongo.ts';

const NAME = 'phones';
/** Entries that are looked at before the place is kept: some tenths of a second. */
const SLICE = 2000;
const AGAIN_MS = 60_000;

/** The place up to which every entry has its phones. */
const placeOf = async ({ places }: AuditModels): Promise<number> => (await places.findById(NAME).lean())?.seq ?? 0;

/**
 * Gives their phones to entries that were written without: before phones were kept, or by an instance of an older
 * version while the new one starts. Goes along the chain, a slice at a time, and goes on where it was ended. Any number
 * of instances may do so at once.
 */
export class PhoneFiller {
  readonly #models: AuditModels;
  readonly #log: Logger;
  readonly #rounds = new Rounds(() => this.#round());
  #closed = false;

  constructor(models: AuditModels, log: Logger) {
    this.#models = models;
    this.#log = log;
  }

  wake(): void {
    this.#rounds.wake();
  }

  close(): Promise<void> {
    this.#closed = true;
    return this.#rounds.close();
  }

  async #round(): Promise<number> {
    try {
      while (!this.#closed && (await this.#slice()));
    } catch (error) {
      if (!this.#closed)
        this.#log.warn(
          { reason: reasonOf(error) },
          'entries of the audit trail could not be given their phones; tried again in a minute',
        );
    }
    return AGAIN_MS;
  }

  /** Whether there is more. */
  async #slice(): Promise<boolean> {
    const { entries, places } = this.#models;
    const { entries: last, begins } = await auditEnd(this.#models);
    const from = Math.max(await placeOf(this.#models), begins.seq);
    const to = Math.min(from + SLICE, last);
    if (to <= from) return false;
    const without = await entries
      .find({ _id: { $gt: from, $lte: to }, phones: { $exists: false } }, { details: 1, args: 1 })
      .lean();
    if (without.length > 0)
      await entries.bulkWrite(
        without.map(({ _id, details, args }) => ({
          updateOne: { filter: { _id }, update: { $set: { phones: phonesIn(details, args) } } },
        })),
        { ordered: false },
      );
    await places.updateOne({ _id: NAME }, { $max: { seq: to } }, { upsert: true });
    return to < last;
  }
}

/**
 * The newest entries that name a phone, by the index of phones. Entries that have not got their phones yet are read one
 * by one.
 */
export async function entriesOfPhone(models: AuditModels, digits: string, limit: number): Promise<AuditEntry[]> {
  const from = await placeOf(models);
  const [indexed, left] = await Promise.all([
    models.entries
      .find({ phones: digits }, shown)
      .sort({ phones: -1, createdTimestamp: -1, _id: -1 })
      .limit(limit)
      .maxTimeMS(LONGEST_SEARCH_MS)
      .lean(),
    models.entries
      .find({
        _id: { $gt: from },
        phones: { $exists: false },
        $or: [{ detailsKey: { $regex: digits } }, { argsKey: { $regex: digits } }],
      })
      .sort({ _id: -1 })
      .maxTimeMS(LONGEST_SEARCH_MS)
      .lean(),
  ]);
  const found = [...indexed, ...left.filter(({ details, args }) => phonesIn(details, args).includes(digits))];
  // An entry may have got its phones between the two questions.
  const once = [...new Map(found.map((one) => [one._id, one])).values()];
  once.sort((a, b) => b.createdTimestamp - a.createdTimestamp || b._id - a._id);
  return withArgs(models, once.slice(0, limit));
}
