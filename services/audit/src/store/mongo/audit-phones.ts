import type { AuditEntry } from '@numscope/contracts';
import type { Logger } from '@numscope/platform';
import { phonesIn } from '../../domain/phones-in.ts';
import { Follower } from '../../follower.ts';
import { auditEnd } from './audit-chain.ts';
import { type AuditCollections, keepPlace, placeOf } from './audit-collections.ts';
import { LONGEST_SEARCH_MS, shown, withArgs } from './audit-search.ts';

/** The name of how far along the chain entries have their phones. */
export const PHONES_PLACE = 'phones';
/** Entries that are looked at before the place is kept: some tenths of a second. */
const SLICE = 2000;

/**
 * Gives their phones to entries that were written without: before phones were kept, or by an instance of an older
 * version while the new one starts. Any number of instances may do so at once.
 */
export function phoneFiller(collections: AuditCollections, log: Logger): Follower {
  const { entries } = collections;
  return new Follower({
    head: () => auditEnd(collections),
    place: () => placeOf(collections, PHONES_PLACE),
    keepPlace: (seq) => keepPlace(collections, PHONES_PLACE, seq),
    async work(after, to) {
      const without = await entries
        .find({ _id: { $gt: after, $lte: to }, phones: { $exists: false } }, { projection: { details: 1, args: 1 } })
        .toArray();
      if (without.length === 0) return;
      await entries.bulkWrite(
        without.map(({ _id, details, args }) => ({
          updateOne: { filter: { _id }, update: { $set: { phones: phonesIn(details, args) } } },
        })),
        { ordered: false },
      );
    },
    slice: SLICE,
    log,
    onFault: 'entries of the audit trail could not be given their phones; tried again soon',
  });
}

/**
 * The newest entries that name a phone, by the index of phones. Entries that have not got their phones yet are read one
 * by one.
 */
export async function entriesOfPhone(
  collections: AuditCollections,
  digits: string,
  limit: number,
): Promise<AuditEntry[]> {
  const from = await placeOf(collections, PHONES_PLACE);
  const [indexed, left] = await Promise.all([
    collections.entries
      .find({ phones: digits }, { projection: shown })
      .sort({ createdTimestamp: -1, _id: -1 })
      .limit(limit)
      .maxTimeMS(LONGEST_SEARCH_MS)
      .toArray(),
    collections.entries
      .find({
        _id: { $gt: from },
        phones: { $exists: false },
        $or: [{ detailsKey: { $regex: digits } }, { argsKey: { $regex: digits } }],
      })
      .sort({ _id: -1 })
      .maxTimeMS(LONGEST_SEARCH_MS)
      .toArray(),
  ]);
  const found = [...indexed, ...left.filter(({ details, args }) => phonesIn(details, args).includes(digits))];
  // An entry may have got its phones between the two questions.
  const once = [...new Map(found.map((one) => [one._id, one])).values()];
  once.sort((a, b) => b.createdTimestamp - a.createdTimestamp || b._id - a._id);
  return withArgs(collections, once.slice(0, limit));
}
