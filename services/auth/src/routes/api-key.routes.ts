import { calls } from '@numscope/contracts';
import { isAdmin, type OutboxRelay, route, signedIn } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { admitKey } from '../commands/admit-key.ts';
import { createKey } from '../commands/create-key.ts';
import { deleteKey } from '../commands/delete-key.ts';
import type { AuthContext } from '../deps.ts';
import { presentKey } from '../presenters/present-key.ts';

/** The keys of programs, and what becomes of one that the gateway met. */
export function addApiKeyRoutes(app: FastifyInstance, deps: AuthContext, relay: OutboxRelay): void {
  route(app, calls.listKeys, async ({ identity }) => {
    const by = signedIn(identity);
    const own = await deps.store.keysOf(by.userId);
    const ofServices = isAdmin(by) ? await deps.store.keysOf(null) : [];
    return [...own, ...ofServices].map((key) => presentKey(key, by.userName));
  });

  route(app, calls.createKey, async ({ body, identity, userName, audit }) => {
    const { key, record } = await relay.after(createKey(body, signedIn(identity), audit, deps));
    return { ...presentKey(record, userName), key };
  });

  route(app, calls.deleteKey, async ({ params, identity, audit }) =>
    relay.after(deleteKey(params.id, signedIn(identity), audit, deps)),
  );

  route(app, calls.admitKey, ({ body }) => admitKey(body, deps));
}
