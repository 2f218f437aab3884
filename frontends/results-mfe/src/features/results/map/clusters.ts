import type { CityPlace, MapPlaces } from '@numscope/contracts';
import Supercluster from 'supercluster';

type Said = MapPlaces['cities'][number];
/** A city of the result that the gazetteer knows. */
export type MappedCity = Said & { at: CityPlace };

/** Cities that would lie on one another are one mark with the sum of their profiles. */
export type Mark =
  | { kind: 'city'; longitude: number; latitude: number; profiles: number; city: MappedCity }
  | { kind: 'several'; longitude: number; latitude: number; profiles: number; id: number; cities: number };

/** In pixels of the screen. */
const RADIUS = 44;
const MOST_ZOOM = 9;

const isMapped = (city: Said): city is MappedCity => city.at !== null;

export const mappedCities = (cities: readonly Said[]): MappedCity[] => cities.filter(isMapped);

/** The marks of a map's cities at every zoom. */
export function clustersOf(cities: readonly MappedCity[]) {
  const clusters = new Supercluster<{ city: MappedCity; profiles: number }, { profiles: number }>({
    radius: RADIUS,
    maxZoom: MOST_ZOOM,
    map: ({ profiles }) => ({ profiles }),
    reduce: (sum, { profiles }) => {
      sum.profiles += profiles;
    },
  });
  clusters.load(
    cities.map((city) => ({
      type: 'Feature',
      properties: { city, profiles: city.profiles },
      geometry: { type: 'Point', coordinates: [city.at.longitude, city.at.latitude] },
    })),
  );
  return {
    at: (zoom: number): Mark[] =>
      clusters.getClusters([-180, -85, 180, 85], Math.floor(zoom)).map(({ geometry, properties }) => {
        const [longitude = 0, latitude = 0] = geometry.coordinates;
        const { profiles } = properties;
        return 'cluster' in properties
          ? {
              kind: 'several',
              longitude,
              latitude,
              profiles,
              id: properties.cluster_id,
              cities: properties.point_count,
            }
          : { kind: 'city', longitude, latitude, profiles, city: properties.city };
      }),
    /** The zoom at which a mark of several comes apart. */
    partsAt: (id: number): number => clusters.getClusterExpansionZoom(id),
  };
}
