import type { Path } from '@numscope/platform/yaml-lines';
import type { Fault } from '../config/check-secrets.ts';
import { originsOf } from '../config/secret-use.ts';
import { placesOfPhotoHost } from '../domain/photos/photo-hosts.ts';
import { type ListedPlaces, photoHostsOf, proxyOf } from './listed-places.ts';

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
