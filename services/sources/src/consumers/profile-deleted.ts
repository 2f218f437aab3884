import type { Consumer, EventBus } from '@numscope/platform';
import type { Desk } from '../asking/desk.ts';

/** A deleted profile takes along what the sources said about its number. */
export const followProfileDeleted = (desk: Desk, bus: EventBus): Promise<Consumer> =>
  bus.subscribe({
    topic: 'profile.deleted',
    group: 'sources',
    handle: (events) => desk.store.deleteOf([...new Set(events.map((event) => event.data.phone))]),
  });
