import type { ProfileFilter } from '@numscope/contracts';
import type { IndexConditions, SearchIndex } from '@numscope/platform';
import { askedNetworks, indexConditions, type Meanings } from '../search/index-query.ts';
import { jobTerm } from '../search/terms.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';

type Store = Pick<ProfileStore, 'jobsMergedInto'>;

async function mergedJobsOf(store: Store, { jobId }: ProfileFilter['filters']): Promise<Meanings['mergedJobs']> {
  const jobs = [...(jobId?.values ?? []), ...(jobId?.not ?? [])].map(jobTerm);
  return jobs.length > 0 ? store.jobsMergedInto(jobs) : {};
}

/** Which words are networks that some profile has. */
async function ownNetworksOf(index: SearchIndex, filters: ProfileFilter['filters']): Promise<Set<string>> {
  const found = new Set<string>();
  const look = async (term: string): Promise<void> => {
    const must = [[{ field: 'socialNetwork', all: [term], prefix: false } as const]];
    const { phones } = await index.search({ must, should: [], offset: 0, limit: 1, countUpTo: 1 });
    if (phones.length > 0) found.add(term);
  };
  await Promise.all(askedNetworks(filters).map(look));
  return found;
}

/**
 * A search filter as conditions of the index; a job's profiles are also those of the jobs that were merged into it, and
 * a network that a profile has is no beginning of an account's id. Null: nothing can match.
 */
export async function searchConditions(
  store: Store,
  index: SearchIndex,
  filters: ProfileFilter['filters'],
): Promise<IndexConditions | null> {
  const [mergedJobs, ownNetworks] = await Promise.all([mergedJobsOf(store, filters), ownNetworksOf(index, filters)]);
  return indexConditions(filters, { mergedJobs, ownNetworks });
}
