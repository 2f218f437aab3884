import type { Profile, ProvenanceEntry } from '@numscope/contracts';
import { countryName } from '@numscope/ui';
import { agreeing } from './provenance.ts';

/**
 * The country of a place that these entries say: the profile's, if one of the same sources says that too. What another
 * source or the numbering plan says of the country tells nothing about this place.
 */
export function countryBeside(profile: Profile, entries: readonly ProvenanceEntry[]): string | null {
  const says = new Set(agreeing(profile, 'country').map(({ source }) => source));
  return entries.some(({ source }) => says.has(source)) ? profile.country : null;
}

/** Where a person is in short: the city with the country of the same source, else the city alone, else the country. */
export function statedPlace(profile: Profile): { city: string | null; country: string | null } {
  const { city, country } = profile;
  return { city, country: city === null ? country : countryBeside(profile, agreeing(profile, 'city')) };
}

/** The same in words; empty where nobody says any. */
export function placeWords(profile: Profile): string {
  const { city, country } = statedPlace(profile);
  return [city, country === null ? null : countryName(country)].filter((part) => part !== null).join(', ');
}
