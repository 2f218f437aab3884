import {
  apiError,
  calls,
  limits,
  type ProfileFilter,
  requiredParameter,
  type SavedSearchDraft,
  savedSearchName,
} from '@numscope/contracts';
import { type Identity, momentOfId, newId, type OutboxRelay, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { ProfilesDeps } from '../deps.ts';
import { matchSavedSearch } from '../queries/match-saved-search.ts';
import { checkCriteria } from '../queries/search-profiles.ts';
import type { ProfileStore, SearchOwner } from '../store/profile-store.port.ts';

/**
 * Whose searches are meant, with all that are theirs.
 * @throws ApiError UNAUTHORIZED
 */
async function ownerOf(identity: Identity | null, store: ProfileStore): Promise<SearchOwner> {
  if (!identity) throw apiError('UNAUTHORIZED');
  const owner = { userId: identity.userId, userName: identity.userName };
  await store.adoptSearches(owner);
  return owner;
}

/** @throws ApiError SAVED_SEARCH_TOO_LARGE */
function refuseTooLarge(filter: ProfileFilter): void {
  const bytes = Buffer.byteLength(JSON.stringify(filter));
  if (bytes <= limits.savedSearchBytes) return;
  throw apiError('SAVED_SEARCH_TOO_LARGE', {
    details: [{ field: 'filter', message: `has ${bytes} bytes of ${limits.savedSearchBytes}` }],
  });
}

/**
 * What a search is to be called and to find.
 * @throws ApiError REQUIRED_PARAMETER, NAME_CHARACTERS, SAVED_SEARCH_TOO_LARGE, CRITERIA_REQUIRED, CRITERIA_TOO_MANY
 */
function readDraft(
  draft: SavedSearchDraft,
  call: 'createSavedSearch' | 'putSavedSearch',
): { name: string; filter: ProfileFilter } {
  const name = draft.name?.trim();
  if (name === undefined) throw requiredParameter('name', call);
  if (!savedSearchName.test(name)) throw apiError('NAME_CHARACTERS', { details: [{ field: 'name', message: name }] });
  refuseTooLarge(draft.filter);
  checkCriteria(draft.filter.filters);
  return { name, filter: draft.filter };
}

/** Each user's own saved searches. */
export function savedSearchRoutes(app: FastifyInstance, { kit, store, index }: ProfilesDeps, relay: OutboxRelay): void {
  route(app, calls.matchSavedSearch, ({ body }) => matchSavedSearch(store, index, body));

  route(app, calls.listSavedSearches, async ({ identity }) => {
    const { userId } = await ownerOf(identity, store);
    return store.savedSearches(userId);
  });

  route(app, calls.createSavedSearch, async ({ body, identity, audit }) => {
    const search = { id: newId(), ...readDraft(body, 'createSavedSearch'), createdTimestamp: kit.clock.now() };
    const owner = await ownerOf(identity, store);
    if (!(await store.saveSearch(owner, search, audit.take()))) throw apiError('TOO_MANY_SAVED_SEARCHES');
    relay.wake();
    return search;
  });

  route(app, calls.putSavedSearch, async ({ params, body, identity, audit }) => {
    const draft = readDraft(body, 'putSavedSearch');
    // The moment that it was made is told by its id, also of one that comes back.
    const search = { id: params.id, ...draft, createdTimestamp: momentOfId(params.id) ?? kit.clock.now() };
    const owner = await ownerOf(identity, store);
    const put = await store.putSearch(owner, search, audit.take());
    if (put === 'NOT_OWN') throw apiError('NOT_FOUND');
    if (put === 'NO_ROOM') throw apiError('TOO_MANY_SAVED_SEARCHES');
    relay.wake();
    return search;
  });

  route(app, calls.deleteSavedSearch, async ({ params, identity, audit }) => {
    const { userId } = await ownerOf(identity, store);
    if (!(await store.dropSearch(userId, params.id, audit.take()))) throw apiError('NOT_FOUND');
    relay.wake();
  });
}
