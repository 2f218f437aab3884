import { apiError, calls, limits, requiredParameter, SourceName } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { ProfilesDeps } from '../deps.ts';
import { findCity } from '../gazetteer/find-city.ts';
import { loadGazetteer } from '../gazetteer/gazetteer.ts';
import { sourceFieldsOf } from '../presenters/source-fields.ts';
import { checkedList } from '../queries/checked-list.ts';
import { countFacets } from '../queries/count-facets.ts';
import { LongLists } from '../queries/long-lists.ts';
import { mapPlaces } from '../queries/map-places.ts';
import { profilesWithImages } from '../queries/profiles-with-images.ts';
import { phonesToExport, searchPage } from '../queries/search-profiles.ts';
import type { ProfilePages } from '../search/profile-pages.ts';
import { sendJson } from './send-json.ts';

/** Calls that answer many profiles: searches, lists and exports. */
export function manyProfilesRoutes(app: FastifyInstance, { store, index }: ProfilesDeps, pages: ProfilePages): void {
  const lists = new LongLists();

  route(app, calls.searchProfiles, async ({ body, identity, reply }) =>
    sendJson(reply, await lists.read(identity, body.size, () => searchPage(store, index, pages, body))),
  );

  route(app, calls.profileFacets, ({ body }) => countFacets(store, index, body));

  route(app, calls.profilePlaces, ({ body }) => mapPlaces(store, index, body));

  route(app, calls.cityPlace, async ({ query: { city, country } }) =>
    findCity(await loadGazetteer(), city, new Set(country === undefined ? [] : [country]), {
      only: country !== undefined,
    }),
  );

  route(app, calls.profilesByPhones, async ({ params, body, identity, reply }) => {
    const phones = checkedList(body, 'profilesByPhones');
    if (params.type === 'ALL')
      return sendJson(reply, await lists.read(identity, phones.length, () => store.profileList(phones)));
    const source = SourceName.safeParse(params.type);
    if (!source.success)
      throw apiError('INVALID', { details: [{ field: 'type', message: 'must be ALL or the name of a source' }] });
    return lists.read(identity, phones.length, async () => sourceFieldsOf(await store.details(phones), source.data));
  });

  route(app, calls.profilesByPhoneList, async ({ body, identity, reply }) => {
    const phones = checkedList(body.phones, 'profilesByPhoneList');
    return sendJson(reply, await lists.read(identity, phones.length, () => store.profileList(phones)));
  });

  route(app, calls.profilesByImageIds, async ({ body, identity, reply }) => {
    const imageIds = checkedList(body, 'profilesByImageIds');
    // However few pictures are asked for, as many profiles may have one of them.
    const most = limits.exportProfiles;
    const profiles = await lists.read(identity, most, () => profilesWithImages(store, imageIds));
    return sendJson(reply, `[${profiles.join(',')}]`);
  });

  route(app, calls.exportProfiles, async ({ body, identity, reply }) => {
    if (body === null || body === undefined) throw requiredParameter('requestBody', 'exportProfiles');
    const phones = 'phones' in body ? [...new Set(body.phones)] : await phonesToExport(store, index, body);
    if (phones.length === 0) throw apiError('NO_PROFILES');
    if (phones.length > limits.exportProfiles)
      throw apiError('TOO_MANY_PROFILES', { details: { profiles: phones.length } });
    return sendJson(reply, await lists.read(identity, phones.length, () => store.profileList(phones)));
  });
}
