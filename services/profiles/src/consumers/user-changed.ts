import type { Consumer, EventBus } from '@numscope/platform';
import type { ProfileStore } from '../store/profile-store.port.ts';

/**
 * A deleted user's saved searches go too. Of a user who is about to be renamed those become its own that were kept by
 * the name, before somebody else can have that.
 */
export function consumeUserChanged(bus: EventBus, store: ProfileStore): Promise<Consumer> {
  return bus.subscribe({
    topic: 'user.changed',
    group: 'profiles',
    handle: async (events) => {
      for (const { data } of events) {
        const { userId = null, userName, deleted } = data;
        if (deleted) await store.dropSearchesOf({ userId, userName });
        else if (userId !== null) await store.adoptSearches({ userId, userName });
      }
    },
  });
}
