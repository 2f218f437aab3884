import type { Path } from '@numscope/platform/yaml-lines';
import type { Fault } from '../config/check-secrets.ts';
import { originsOf } from '../config/secret-use.ts';
import { isItem } from '../domain/fields/field-shapes.ts';
import { placesOfPhotoHost } from '../domain/photos/photo-hosts.ts';

/** Where the operator's own file sends calls. */
export interface ListedPlaces {
  /** In lower case. */
  origins: ReadonlySet<string>;
  /** `host:port` from where photos may come. */
  photos: ReadonlySet<string>;
  /** As they are written. */
  photoHosts: ReadonlySet<string>;
}

/** What a source says of where photos may come from, as far as it is a list of texts. */
export const photoHostsOf = (source: unknown): string[] => {
  const hosts = isItem(source) ? source['photoHosts'] : null;
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
};

/** The proxy that a source's calls go through; null where they go directly. */
const proxyOf = (source: unknown): string | null =>
  isItem(source) && typeof source['proxy'] === 'string' ? source['proxy'] : null;

const placesOfOrigin = (origin: string): string[] => {
  const { protocol, host, port } = URL.parse(origin) ?? {};
  if (host === undefined) return [];
  return placesOfPhotoHost(port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host);
};

/**
 * All places that sources of the file name which call by the same proxy as this one, or by none as this one: the same
 * address is another place where another network begins.
 * @param sources of the file, by their names
 */
export function listedPlaces(sources: Readonly<Record<string, unknown>>, source: unknown): ListedPlaces {
  const alike = Object.values(sources).filter((other) => proxyOf(other) === proxyOf(source));
  const origins = originsOf(alike);
  const photoHosts = alike.flatMap(photoHostsOf);
  const photos = [...photoHosts.flatMap(placesOfPhotoHost), ...[...origins].flatMap(placesOfOrigin)];
  return { origins, photos: new Set(photos), photoHosts: new Set(photoHosts) };
}

/**
 * A proxy looks names up itself, in a network that this machine cannot see into: what a name leads to there nobody here
 * can check. So whoever binds a source in the console sends by a proxy only to where the sources file does.
 * @param listed of the sources of the file with the same proxy, references unfilled as in the source
 */
export function checkProxyUse(
  source: unknown,
  { origins, photos, photoHosts }: ListedPlaces,
  path: Path,
  faults: Fault[],
): void {
  const proxy = proxyOf(source);
  if (proxy === null) return;
  const isListed = (host: string): boolean => {
    const places = placesOfPhotoHost(host);
    return photoHosts.has(host) || (places.length > 0 && places.every((place) => photos.has(place)));
  };
  const unknown = [
    ...[...originsOf(source)].filter((origin) => !origins.has(origin)),
    ...photoHostsOf(source).filter((host) => !isListed(host)),
  ];
  if (unknown.length > 0)
    faults.push({
      path: [...path, 'proxy'],
      message: `the sources file names ${unknown.join(', ')} for no source with the proxy ${proxy}; it is written there first`,
    });
}
