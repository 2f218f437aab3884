import type { Collection } from '@numscope/adapters/mongo';
import type { CountryStatistics } from '@numscope/contracts';
import type * as z from 'zod';
import type { PhoneDocument } from './phone-documents.ts';

type Statistics = z.infer<typeof CountryStatistics>;

/** How late changes of other processes show. */
const FRESH_MS = 3000;

/** Numbers and profiles by country: counted from the documents, so that no crash makes them drift. */
export class DocumentStatistics {
  readonly #documents: Collection<PhoneDocument>;
  #counted: { at: number; counts: Promise<Statistics> } | undefined;

  constructor(documents: Collection<PhoneDocument>) {
    this.#documents = documents;
  }

  /** Our own changes show at once. */
  forget(): void {
    this.#counted = undefined;
  }

  readonly countryStatistics = (): Promise<Statistics> => {
    if (!this.#counted || performance.now() - this.#counted.at > FRESH_MS) {
      const counted = { at: performance.now(), counts: this.#count() };
      // A fault is for those who asked just now, and not kept for others.
      counted.counts.catch(() => {
        if (this.#counted === counted) this.#counted = undefined;
      });
      this.#counted = counted;
    }
    return this.#counted.counts;
  };

  async #count(): Promise<Statistics> {
    const groups = await this.#documents
      .aggregate<{ _id: string; phones: number; profiles: number }>([
        { $match: { country: { $gt: '' } } },
        { $group: { _id: '$country', phones: { $sum: 1 }, profiles: { $sum: { $cond: ['$found', 1, 0] } } } },
      ])
      .toArray();
    return groups
      .map(({ _id, ...counts }) => ({ country: _id, ...counts }))
      .sort((a, b) => b.phones - a.phones || (a.country < b.country ? -1 : 1));
  }
}
