import { limits, type MapPlaces, type ProfileFilter } from '@numscope/contracts';
import type { SearchIndex } from '@numscope/platform';
import { findCity } from '../gazetteer/find-city.ts';
import { loadGazetteer } from '../gazetteer/gazetteer.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';
import { facetCounts } from './count-facets.ts';

/**
 * Where the profiles of a search are, as far as sources say so. A city is looked up by its name: the one in a country of
 * the same result, else the largest.
 * @throws ApiError CRITERIA_REQUIRED, CRITERIA_TOO_MANY, FACETS_NOT_READY as the facets of the same search
 */
export async function mapPlaces(
  store: ProfileStore,
  index: SearchIndex,
  { filters }: Pick<ProfileFilter, 'filters'>,
): Promise<MapPlaces> {
  const [{ counts }, gazetteer] = await Promise.all([
    facetCounts(store, index, filters, limits.mapPlaces + 1),
    loadGazetteer(),
  ]);
  const countries = counts.country.slice(0, limits.mapPlaces);
  const spokenOf = new Set(countries.map(({ value }) => value));
  return {
    countries,
    cities: counts.city
      .slice(0, limits.mapPlaces)
      .map((counted) => ({ ...counted, ...findCity(gazetteer, counted.value, spokenOf) })),
    moreCities: counts.city.length > limits.mapPlaces,
  };
}
