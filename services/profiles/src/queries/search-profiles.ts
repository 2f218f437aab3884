import { apiError, filterFields, limits, messages, type ProfileFilter, toPage } from '@numscope/contracts';
import type { IndexQuery, SearchIndex } from '@numscope/platform';
import { countUpTo, criteriaOf, indexConditions, orderOf, usedFields, wordsIn } from '../search/index-query.ts';
import type { ProfilePages } from '../search/profile-pages.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';
import { searchConditions } from './search-conditions.ts';

/**
 * Some criteria in each field that is named, and no more of them, and of their words, in all together than the limits.
 * @throws ApiError CRITERIA_REQUIRED, CRITERIA_TOO_MANY
 */
export function checkCriteria(filters: ProfileFilter['filters']): void {
  const empty = filterFields.filter((field) => filters[field] && criteriaOf(filters[field]) === 0);
  if (empty.length > 0)
    throw apiError('CRITERIA_REQUIRED', {
      details: empty.map((field) => ({ field: `filters.${field}`, message: messages.criteriaRequired })),
    });
  const criteria = usedFields(filters).reduce((sum, [, filter]) => sum + criteriaOf(filter), 0);
  if (criteria > limits.bulkCriteria)
    throw apiError('CRITERIA_TOO_MANY', { details: { criteria, limit: limits.bulkCriteria } });
  const conditions = indexConditions(filters);
  const words = conditions === null ? 0 : wordsIn(conditions);
  if (words > limits.searchWords)
    throw apiError('CRITERIA_TOO_MANY', {
      message: messages.criteriaTooLong,
      details: { words, limit: limits.searchWords },
    });
}

/**
 * A search as the index is asked for it; null when nothing can match.
 * @throws ApiError CRITERIA_REQUIRED, CRITERIA_TOO_MANY, TOO_DEEP
 */
async function queryOf(
  store: ProfileStore,
  index: SearchIndex,
  { filters, sort, page, size }: ProfileFilter,
): Promise<IndexQuery | null> {
  checkCriteria(filters);
  const offset = page * size;
  if (offset >= limits.exactSearchHits) throw apiError('TOO_DEEP', { details: { page, size } });
  const conditions = await searchConditions(store, index, filters);
  if (conditions === null) return null;
  const order = orderOf(sort, filters);
  return {
    ...conditions,
    ...(order ? { sort: order } : {}),
    offset,
    // As far as pages reach: of the last one that begins before, only what lies there.
    limit: Math.min(size, limits.exactSearchHits - offset),
    countUpTo: countUpTo(filters),
  };
}

/**
 * One page of the profiles that are found, as JSON.
 * @throws ApiError CRITERIA_REQUIRED, CRITERIA_TOO_MANY, TOO_DEEP
 */
export async function searchPage(
  store: ProfileStore,
  index: SearchIndex,
  pages: ProfilePages,
  filter: ProfileFilter,
): Promise<string | Uint8Array> {
  const query = await queryOf(store, index, filter);
  return query ? pages.page(query, { page: filter.page, size: filter.size }) : JSON.stringify(toPage([], 0, filter));
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
  const query = await queryOf(store, index, { ...filter, page: 0, size: most });
  const { phones, total } = query ? await index.search(query) : { phones: [], total: 0 };
  if (total === 0) throw apiError('NO_PROFILES');
  if (total > most) throw apiError('TOO_MANY_PROFILES', { details: { profiles: total, limit: most } });
  return phones;
}
