import { type Consumer, counter, type EventBus, type ServiceKit } from '@numscope/platform';
import type { IndexKeeper } from '../commands/index-keeper.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';

/** A commit, its entries of the index and what is said between threads cost less the more phones share them. */
const PHONES_AT_ONCE = 1000;

/**
 * Folds what the sources said into the profiles, batch by batch. Reading, folding and writing happen in the store's
 * thread.
 */
export function consumePhoneResolved(
  bus: EventBus,
  store: ProfileStore,
  keeper: IndexKeeper,
  { clock, metrics }: Pick<ServiceKit, 'clock' | 'metrics'>,
): Promise<Consumer> {
  const folded = counter(metrics.registry, {
    name: 'numscope_profiles_folded_total',
    help: 'Profiles that were folded from the answers of sources, those that came out as they were too',
  });
  return bus.subscribe({
    topic: 'phone.resolved',
    group: 'profiles',
    mode: 'ordered',
    batchSize: PHONES_AT_ONCE,
    handleTexts: (texts) =>
      keeper.change(async () => {
        const work = await store.absorb(texts, clock.now());
        if (work) folded.inc(work.upserts.length);
        return work;
      }),
  });
}
