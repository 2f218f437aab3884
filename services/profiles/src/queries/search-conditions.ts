import type { ProfileFilter } from '@numscope/contracts';
import type { IndexConditions } from '@numscope/platform';
import { indexConditions } from '../search/index-query.ts';
import { jobTerm } from '../search/terms.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';

/**
 * A search filter as conditions of the index; a job's profiles are also those of the jobs that were merged into it.
 * Null: nothing can match.
 */
export async function searchConditions(
  store: ProfileStore,
  filters: ProfileFilter['filters'],
): Promise<IndexConditions | null> {
  const { values = [], not = [] } = filters.jobId ?? {};
  const jobs = [...values, ...not].map(jobTerm);
  const merged = jobs.length > 0 ? await store.jobsMergedInto(jobs) : {};
  return indexConditions(filters, merged);
}
