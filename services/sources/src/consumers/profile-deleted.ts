import type { Consumer, EventBus } from '@numscope/platform';
import type { AskingContext } from '../asking/context.ts';

/**
 * A deleted profile takes along what the sources said about its number until then: told again later, nothing of what was
 * asked for since.
 */
export const consumeProfileDeleted = (context: AskingContext, bus: EventBus): Promise<Consumer> =>
  bus.subscribe({
    topic: 'profile.deleted',
    group: 'sources',
    handle: (events) => context.store.deleteOf(events.map(({ at, data }) => ({ phone: data.phone, until: at }))),
  });
