import type { SearchIndex } from '@numscope/platform';
import { phoneTerm } from '../search/terms.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';
import { searchConditions } from './search-conditions.ts';

/** A number may stand in profiles of others too: asked by so few at once, all that hold them fit one page. */
const ASKED_AT_ONCE = 50;
const MOST_HITS = 1000;

export interface SoughtMatch {
  savedSearchId: string;
  /** The id of the user whose search it is. */
  owner: string;
  phones: readonly string[];
}

/** Which of these numbers have a profile that a saved search finds; not known: the user has no such search any more. */
export async function matchSavedSearch(
  store: ProfileStore,
  index: SearchIndex,
  { savedSearchId, owner, phones }: SoughtMatch,
): Promise<{ known: boolean; phones: string[] }> {
  const search = (await store.savedSearches(owner)).find(({ id }) => id === savedSearchId);
  if (!search) return { known: false, phones: [] };
  const conditions = await searchConditions(store, search.filter.filters);
  if (conditions === null) return { known: true, phones: [] };
  const found = new Set<string>();
  for (let at = 0; at < phones.length; at += ASKED_AT_ONCE) {
    const asked = phones
      .slice(at, at + ASKED_AT_ONCE)
      .map((phone) => ({ field: 'phone', all: [phoneTerm(phone)], prefix: false }) as const);
    const hits = await index.search({
      ...conditions,
      must: [...conditions.must, asked],
      offset: 0,
      limit: MOST_HITS,
      countUpTo: MOST_HITS,
    });
    for (const phone of hits.phones) found.add(phone);
  }
  return { known: true, phones: phones.filter((phone) => found.has(phone)) };
}
