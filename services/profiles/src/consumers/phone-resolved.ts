import type { Clock, Consumer, EventBus } from '@numscope/platform';
import type { IndexKeeper } from '../commands/index-keeper.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';

/** Folds what the sources said into the profiles, batch by batch. Reading, folding and writing happen in the store's thread. */
export function consumePhoneResolved(bus: EventBus, store: ProfileStore, keeper: IndexKeeper, clock: Clock): Promise<Consumer> {
  return bus.subscribe({
    topic: 'phone.resolved',
    group: 'profiles',
    mode: 'ordered',
    batchSize: 500,
    handleTexts: (events) => keeper.change(() => store.absorb(events, clock.now())),
  });
}
