import { apiError, byFacetField, type Facets, limits, type ProfileFilter } from '@numscope/contracts';
import type { FacetCounts, IndexConditions, SearchIndex } from '@numscope/platform';
import { indexConditions } from '../search/index-query.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';
import { checkCriteria } from './search-profiles.ts';
import { searchConditions } from './search-conditions.ts';

const told = (counted: FacetCounts | null): Facets =>
  byFacetField((field) => (counted?.[field] ?? []).map(({ value, documents: profiles }) => ({ value, profiles })));

/** A job counts with those that were merged into it, as its filter finds them. */
async function withMerged(
  store: ProfileStore,
  index: SearchIndex,
  conditions: IndexConditions,
  jobs: Facets['jobId'],
): Promise<Facets['jobId']> {
  if (jobs.length === 0) return jobs;
  const merged = await store.jobsMergedInto(jobs.map(({ value }) => value));
  const counted = jobs.map(async (job) => {
    if ((merged[job.value] ?? []).length === 0) return job;
    const must = indexConditions({ jobId: { values: [job.value], and: true } }, { mergedJobs: merged })?.must ?? [];
    const asked = { ...conditions, must: [...conditions.must, ...must], offset: 0, limit: 0, countUpTo: null };
    return { value: job.value, profiles: (await index.search(asked)).total };
  });
  // Equal ones keep their order.
  return (await Promise.all(counted)).sort((a, b) => b.profiles - a.profiles);
}

/**
 * The values of what a search finds as the index counts them, the most common of each field.
 * @throws ApiError CRITERIA_REQUIRED, CRITERIA_TOO_MANY, FACETS_NOT_READY while the index is made anew
 */
export async function facetCounts(
  store: ProfileStore,
  index: SearchIndex,
  filters: ProfileFilter['filters'],
  most: number,
): Promise<{ counts: Facets; conditions: IndexConditions | null }> {
  checkCriteria(filters);
  if (await index.isOutdated()) throw apiError('FACETS_NOT_READY');
  const conditions = await searchConditions(store, index, filters);
  return { counts: told(conditions === null ? null : await index.facets(conditions, most)), conditions };
}

/**
 * How many of the profiles that a search finds have which values, the most common of each field.
 * @throws ApiError as `facetCounts`
 */
export async function countFacets(
  store: ProfileStore,
  index: SearchIndex,
  { filters }: Pick<ProfileFilter, 'filters'>,
): Promise<Facets> {
  const { counts, conditions } = await facetCounts(store, index, filters, limits.facetValues);
  if (conditions === null) return counts;
  return { ...counts, jobId: await withMerged(store, index, conditions, counts.jobId) };
}
