import type { EventBus, SearchIndex, ServiceClient, ServiceKit } from '@numscope/platform';
import type { ProfilePages } from './search/profile-pages.ts';
import type { ProfileStore } from './store/profile-store.port.ts';

/**
 * What the profiles service stands on. It closes the store with itself; bus, index, pages and client belong to whoever
 * made them.
 */
export interface ProfilesDeps {
  kit: ServiceKit;
  bus: EventBus;
  client: ServiceClient;
  index: SearchIndex;
  store: ProfileStore;
  /** By which searches find and read a page; the index and then the store unless said. */
  pages?: ProfilePages;
  /** After how long an import is answered, however far it is, in milliseconds; 100 seconds unless said. */
  importAnswerMs?: number;
}
