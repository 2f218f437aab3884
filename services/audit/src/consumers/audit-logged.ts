import type { Consumer } from '@numscope/platform';
import type { AuditDeps } from '../deps.ts';

/**
 * Puts what calls did into the chain, in the order of the topic's one partition. An event that comes again changes
 * nothing.
 */
export const consumeAuditLogged = ({ bus, store }: AuditDeps): Promise<Consumer> =>
  bus.subscribe({
    topic: 'audit.logged',
    group: 'audit',
    handle: (events) => store.append(events.map(({ id, data }) => ({ ...data, id }))),
  });
