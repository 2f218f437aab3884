import type { Consumer, EventBus } from '@numscope/platform';
import type { ProfileStore } from '../store/profile-store.port.ts';

/** A deleted user's saved searches go too: whoever gets the name later must not find them. */
export function consumeUserChanged(bus: EventBus, store: ProfileStore): Promise<Consumer> {
  return bus.subscribe({
    topic: 'user.changed',
    group: 'profiles',
    handle: async (events) => {
      for (const { data } of events) if (data.deleted) await store.dropSearchesOf(data.userName);
    },
  });
}
