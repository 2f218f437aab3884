import type { EventBus, SearchIndex, ServiceClient, ServiceKit } from '@numscope/platform';
import type { OwnProfilePages } from './search/profile-pages.ts';
import type { ProfileStore } from './store/profile-store.port.ts';

/**
 * What the profiles service stands on. It closes pages and store with itself; bus, index and client belong to whoever made
 * them.
 */
export interface ProfilesDeps {
  kit: ServiceKit;
  bus: EventBus;
  client: ServiceClient;
  index: SearchIndex;
  store: ProfileStore;
  /** How searches find and read a page; unless given, the index is asked and then the store. */
  pages?: OwnProfilePages;
  /** After how long an import is answered, however far it is, in milliseconds; 100 seconds unless said. */
  importAnswerMs?: number;
  /** How often it is looked whether something is kept longer than it is to be, in milliseconds; every 10 seconds unless said. */
  retentionLookMs?: number;
}
