import { type EventBus, reasonOf, type ServiceKit } from '@numscope/platform';
import type { ProfileStore } from '../store/profile-store.port.ts';

/** How often it is done. The first time, too, only after so long: what other parts kept for the bus while nothing ran is on it by then. */
export const FORGET_EVERY_MS = 600_000;

interface Parts {
  bus: Pick<EventBus, 'lag'>;
  store: Pick<ProfileStore, 'forgetRemoved'>;
  kit: Pick<ServiceKit, 'clock' | 'log'>;
}

/**
 * Forgets the numbers whose profiles were removed so long ago that nothing of before can come any more. While something
 * waits to be folded none is forgotten, however long ago: it may have waited since before the removal, as in a process that
 * was off for weeks.
 */
export async function forgetRemoved({ bus, store, kit }: Parts): Promise<void> {
  try {
    if ((await bus.lag('phone.resolved', 'profiles')) === 0) await store.forgetRemoved(kit.clock.now());
  } catch (error) {
    kit.log.warn({ reason: reasonOf(error) }, 'removed numbers are remembered longer than need be');
  }
}
