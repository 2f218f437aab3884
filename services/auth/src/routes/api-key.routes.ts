import { apiError, calls } from '@numscope/contracts';
import { isAdmin, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { admitKey } from '../commands/admit-key.ts';
import { createKey } from '../commands/create-key.ts';
import { deleteKey } from '../commands/delete-key.ts';
import type { AuthContext } from '../deps.ts';
import { presentKey } from '../presenters/present-key.ts';

/** The keys of programs, and what becomes of one that the gateway met. `wake` tells the relay that events wait. */
export function addApiKeyRoutes(app: FastifyInstance, deps: AuthContext, wake: () => void): void {
  route(app, calls.listKeys, async ({ identity }) => {
    if (!identity) throw apiError('UNAUTHORIZED');
    const own = await deps.store.keysOf(identity.userId);
    const ofServices = isAdmin(identity) ? await deps.store.keysOf(null) : [];
    return [...own, ...ofServices].map((key) => presentKey(key, identity.userName));
  });

  route(app, calls.createKey, async ({ body, identity, userName, audit }) => {
    const { key, record } = await createKey(body, identity, audit, deps);
    wake();
    return { ...presentKey(record, userName), key };
  });

  route(app, calls.deleteKey, async ({ params, identity, audit }) => {
    await deleteKey(params.id, identity, audit, deps);
    wake();
  });

  route(app, calls.admitKey, ({ body }) => admitKey(body, deps));
}
