import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { originsOf } from '../config/secret-use.ts';
import { isPrivateAddress } from '../connectors/http/private-addresses.ts';
import { placesOfPhotoHost } from '../domain/photos/photo-hosts.ts';
import { invalidSource } from './drafted-source.ts';
import { type ListedPlaces, photoHostsOf } from './listed-places.ts';

const bareHost = (origin: string): string => URL.parse(origin)?.hostname.replace(/^\[|\]$/g, '') ?? '';

/** A name that leads nowhere is no private address; the call will tell. */
const addressesOf = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);

/** A name among `photoHosts` never leads to a private address: who fetches a photo sees to that. */
const isPrivatePlace = (place: string): boolean => {
  const host = bareHost(`http://${place}`);
  return isIP(host) !== 0 && isPrivateAddress(host);
};

const refusal = (place: string) =>
  invalidSource([`source: ${place} is a private address that the sources file does not name`]);

/**
 * A source that somebody binds in the console calls no place of this machine or its network, and fetches no photo from
 * there, but where the operator's own file does.
 * @throws ApiError SOURCE_INVALID
 */
export async function checkPlaces(config: unknown, { origins, photos }: ListedPlaces): Promise<void> {
  for (const origin of originsOf(config)) {
    if (origins.has(origin)) continue;
    if ((await addressesOf(bareHost(origin))).some(isPrivateAddress)) throw refusal(origin);
  }
  for (const host of photoHostsOf(config))
    if (placesOfPhotoHost(host).some((place) => isPrivatePlace(place) && !photos.has(place)))
      throw refusal(`photoHosts: ${host}`);
}
