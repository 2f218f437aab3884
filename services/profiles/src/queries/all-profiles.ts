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
 * @throws ApiError CRITERIA_REQUIRED, CRITERIA_TOO_MANY, at once
 */
export function allProfiles(
  { store, index, read }: Reading,
  filters: ProfileFilter['filters'],
): AsyncIterable<string[]> {
  checkCriteria(filters);
  return (async function* () {
    const conditions = await searchConditions(store, index, filters);
    if (conditions === null) return;
    const before = await store.erasureRevision();
    for await (const phones of index.scan(conditions, SLICE)) {
      const profiles = await read(phones);
      // What was read before may be of somebody who is gone by now.
      if ((await store.erasureRevision()) !== before)
        throw new Error('a number was erased while this export was under way; begin it again');
      yield profiles;
    }
  })();
}
