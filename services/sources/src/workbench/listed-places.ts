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
export const proxyOf = (source: unknown): string | null =>
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
