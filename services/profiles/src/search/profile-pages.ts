import type { IndexQuery, SearchIndex } from '@numscope/platform';
import { aroundContent, type PageAsked } from '../presenters/json-page.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';

/** Finds a page of profiles and reads them: where index and records lie in one process, in one step. */
export interface ProfilePages {
  /**
   * The page of hits, with their profiles, as JSON in UTF-8. A hit that has no profile any more is left out.
   * @param request which page it is called, also where the query asks for fewer hits
   */
  page(query: IndexQuery, request: PageAsked): Promise<Uint8Array>;
}

/** Reads by connections of its own. They are closed before the store, whose last connection puts SQLite's log into the file. */
export interface OwnProfilePages extends ProfilePages {
  close(): Promise<void>;
}

/** Pages of an index and a store wherever they are: the one is asked and then the other. */
export const pagesOf = (index: SearchIndex, store: ProfileStore): ProfilePages => ({
  async page(query, request) {
    const { phones, ...totals } = await index.search(query);
    return store.profileList(phones, aroundContent(totals, request));
  },
});
