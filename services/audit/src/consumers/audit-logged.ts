import type { Consumer } from '@numscope/platform';
import type { AuditContext } from '../deps.ts';

/**
 * Puts what calls did into the chain, in the order of the topic's one partition. An event that comes again changes
 * nothing.
 * @param onAppended is told of entries that are in the chain
 */
export const consumeAuditLogged = (
  { bus, store, checkpointer }: AuditContext,
  onAppended: () => void,
): Promise<Consumer> =>
  bus.subscribe({
    topic: 'audit.logged',
    group: 'audit',
    async handle(events) {
      await store.append(events.map(({ id, data }) => ({ ...data, id })));
      checkpointer.appended(events.length);
      onAppended();
    },
  });
