import type { ProfileFilter } from '@numscope/contracts';
import type { SearchIndex } from '@numscope/platform';
import type { ProfileStore } from '../store/profile-store.port.ts';
import { searchConditions } from './search-conditions.ts';
import { checkCriteria } from './search-profiles.ts';

const SLICE = 200;

interface Reading {
  store: ProfileStore;
  index: SearchIndex;
  /** How profiles are read by their phones. */
  read(phones: readonly string[]): Promise<string[]>;
}

/**
 * Every profile that a filter finds, as JSON, in slices in order of phones.
 * @throws ApiError CRITERIA_TOO_MANY, at once
 */
export function allProfiles(
  { store, index, read }: Reading,
  filters: ProfileFilter['filters'],
): AsyncIterable<string[]> {
  checkCriteria(filters);
  return (async function* () {
    const conditions = await searchConditions(store, filters);
    if (conditions === null) return;
    for await (const phones of index.scan(conditions, SLICE)) yield await read(phones);
  })();
}
