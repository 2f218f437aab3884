import { apiError, limits, type ProfileFilter } from '@numscope/contracts';
import type { IndexHits, SearchIndex } from '@numscope/platform';
import { countUpTo, criteriaOf, orderOf, usedFields } from '../search/index-query.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';
import { searchConditions } from './search-conditions.ts';

const nothing: IndexHits = { phones: [], total: 0, totalIsLowerBound: false };

/**
 * No more criteria in all fields together than the limit.
 * @throws ApiError CRITERIA_TOO_MANY
 */
export function checkCriteria(filters: ProfileFilter['filters']): void {
  const criteria = usedFields(filters).reduce((sum, [, filter]) => sum + criteriaOf(filter), 0);
  if (criteria > limits.bulkCriteria)
    throw apiError('CRITERIA_TOO_MANY', { details: { criteria, limit: limits.bulkCriteria } });
}

/**
 * The phones of one page of hits.
 * @throws ApiError CRITERIA_TOO_MANY, TOO_DEEP
 */
export async function searchProfiles(
  store: ProfileStore,
  index: SearchIndex,
  { filters, sort, page, size }: ProfileFilter,
): Promise<IndexHits> {
  checkCriteria(filters);
  const offset = page * size;
  if (offset >= limits.exactSearchHits) throw apiError('TOO_DEEP', { details: { page, size } });
  const conditions = await searchConditions(store, filters);
  if (conditions === null) return nothing;
  const order = orderOf(sort, filters);
  return index.search({
    ...conditions,
    ...(order ? { sort: order } : {}),
    offset,
    limit: size,
    countUpTo: countUpTo(filters),
  });
}

/**
 * The phones of all hits, for an export.
 * @throws ApiError NO_PROFILES, TOO_MANY_PROFILES, and those of a search
 */
export async function phonesToExport(
  store: ProfileStore,
  index: SearchIndex,
  filter: ProfileFilter,
): Promise<string[]> {
  const most = limits.exportProfiles;
  const { phones, total } = await searchProfiles(store, index, { ...filter, page: 0, size: most });
  if (total === 0) throw apiError('NO_PROFILES');
  if (total > most) throw apiError('TOO_MANY_PROFILES', { details: { profiles: total, limit: most } });
  return phones;
}
