import { apiError, calls, requiredParameter, savedSearchName } from '@numscope/contracts';
import { newId, type OutboxRelay, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { ProfilesDeps } from '../deps.ts';

/** Each user's own saved searches. */
export function savedSearchRoutes(app: FastifyInstance, { kit, store }: ProfilesDeps, relay: OutboxRelay): void {
  route(app, calls.listSavedSearches, ({ userName }) => store.savedSearches(userName));

  route(app, calls.createSavedSearch, async ({ body, userName, audit }) => {
    const name = body.name?.trim();
    if (name === undefined) throw requiredParameter('name', 'createSavedSearch');
    if (!savedSearchName.test(name)) throw apiError('NAME_CHARACTERS', { details: [{ field: 'name', message: name }] });
    const search = { id: newId(), name, filter: body.filter, createdTimestamp: kit.clock.now() };
    await store.saveSearch({ ...search, userName }, audit.take());
    relay.wake();
    return search;
  });

  route(app, calls.deleteSavedSearch, async ({ params, userName, audit }) => {
    if (!(await store.dropSearch(userName, params.id, audit.take()))) throw apiError('NOT_FOUND');
    relay.wake();
  });
}
