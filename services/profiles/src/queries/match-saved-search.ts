import type { SearchIndex } from '@numscope/platform';
import { phoneTerm } from '../search/terms.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';
import { searchConditions } from './search-conditions.ts';

const ASKED_AT_ONCE = 50;
const SLICE = 1000;

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
  const conditions = await searchConditions(store, index, search.filter.filters);
  if (conditions === null) return { known: true, phones: [] };
  const found = new Set<string>();
  for (let at = 0; at < phones.length; at += ASKED_AT_ONCE) {
    const asked = new Set(phones.slice(at, at + ASKED_AT_ONCE));
    const last = [...asked].sort().at(-1) ?? '';
    const ofThem = [...asked].map((phone) => ({ field: 'phone', all: [phoneTerm(phone)], prefix: false }) as const);
    // A number may stand in profiles of any number of others too: their own come at their places among all of these.
    for await (const slice of index.scan({ ...conditions, must: [...conditions.must, ofThem] }, SLICE)) {
      for (const phone of slice) if (asked.has(phone)) found.add(phone);
      if ((slice.at(-1) ?? '') >= last) break;
    }
  }
  return { known: true, phones: phones.filter((phone) => found.has(phone)) };
}
