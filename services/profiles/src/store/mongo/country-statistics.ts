import type { Collection } from '@numscope/adapters/mongo';
import type { CountryStatistics } from '@numscope/contracts';
import type * as z from 'zod';
import type { PhoneDocument } from './phone-documents.ts';

type Statistics = z.infer<typeof CountryStatistics>;

/** How late changes of other processes show. */
const FRESH_MS = 3000;

/** Numbers and profiles by country: counted from the documents, so that no crash makes them drift. */
export function documentStatistics(documents: Collection<PhoneDocument>) {
  let kept: { at: number; counts: Promise<Statistics> } | undefined;
  const count = async (): Promise<Statistics> => {
    const groups = await documents
      .aggregate<{ _id: string; phones: number; profiles: number }>([
        { $match: { country: { $gt: '' } } },
        { $group: { _id: '$country', phones: { $sum: 1 }, profiles: { $sum: { $cond: ['$found', 1, 0] } } } },
      ])
      .toArray();
    return groups
      .map(({ _id, ...counts }) => ({ country: _id, ...counts }))
      .sort((a, b) => b.phones - a.phones || (a.country < b.country ? -1 : 1));
  };
  return {
    countryStatistics(): Promise<Statistics> {
      if (!kept || performance.now() - kept.at > FRESH_MS) {
        const counted = { at: performance.now(), counts: count() };
        // A fault is for those who asked just now, and not kept for others.
        counted.counts.catch(() => {
          if (kept === counted) kept = undefined;
        });
        kept = counted;
      }
      return kept.counts;
    },

    /** Our own changes show at once. */
    forget(): void {
      kept = undefined;
    },
  };
}
