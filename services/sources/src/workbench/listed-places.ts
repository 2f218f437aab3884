import { originsOf } from '../config/secret-use.ts';
import { isItem } from '../domain/field-shapes.ts';
import { placesOfPhotoHost } from '../domain/photo-hosts.ts';

/** Where the operator's own file sends calls. */
export interface ListedPlaces {
  /** In lower case. */
  origins: ReadonlySet<string>;
  /** `host:port` from where photos may come. */
  photos: ReadonlySet<string>;
}

/** What a source says of where photos may come from, as far as it is a list of texts. */
export const photoHostsOf = (source: unknown): string[] => {
  const hosts = isItem(source) ? source['photoHosts'] : null;
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
};

const placesOfOrigin = (origin: string): string[] => {
  const { protocol, host, port } = URL.parse(origin) ?? {};
  if (host === undefined) return [];
  return placesOfPhotoHost(port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host);
};

/** All places that these sources name. @param sources of the file, by their names */
export function listedPlaces(sources: Readonly<Record<string, unknown>>): ListedPlaces {
  const origins = originsOf(sources);
  const photos = Object.values(sources).flatMap(photoHostsOf).flatMap(placesOfPhotoHost);
  return { origins, photos: new Set([...photos, ...[...origins].flatMap(placesOfOrigin)]) };
}
