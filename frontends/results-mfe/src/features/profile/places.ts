import type { Profile, ProvenanceEntry } from '@numscope/contracts';
import { countryName } from '@numscope/ui';
import { agreeing, entriesOf, numberingEntries } from '../../domain/provenance.ts';
import { countryBeside } from '../../domain/stated-place.ts';
import { texts } from '../../texts/texts.ts';

export interface Place {
  kind: 'country' | 'number' | 'city' | 'region' | 'address';
  label: string;
  text: string;
  /** ISO code, when the place is in a known country. */
  country: string | null;
  entries: ProvenanceEntry[];
}

const isCode = (country: string | null | undefined): country is string =>
  typeof country === 'string' && /^[A-Z]{2}$/.test(country);

/**
 * Where the sources place the person, and the numbering plan the number. A city, region or address has the country that
 * goes with it.
 */
export function placesOf(profile: Profile): Place[] {
  const { numbering } = profile;
  const stated = isCode(profile.country) ? profile.country : null;
  const ofNumber = isCode(numbering?.country) ? numbering.country : null;
  const countryBy = (entries: readonly ProvenanceEntry[]): string | null => {
    const country = countryBeside(profile, entries);
    return isCode(country) ? country : null;
  };
  const places: Place[] = [];
  if (profile.city !== null) {
    const entries = agreeing(profile, 'city');
    places.push({ kind: 'city', label: texts('placeCity'), text: profile.city, country: countryBy(entries), entries });
  }
  for (const address of profile.addresses) {
    const entries = entriesOf(profile, 'addresses', address);
    places.push({ kind: 'address', label: texts('placeAddress'), text: address, country: countryBy(entries), entries });
  }
  if (profile.country !== null)
    places.push({
      kind: 'country',
      label: texts('statedCountry'),
      text: stated === null ? profile.country : countryName(stated),
      country: stated,
      entries: agreeing(profile, 'country'),
    });
  if (ofNumber !== null && ofNumber !== stated)
    places.push({
      kind: 'number',
      label: texts('fromCountry'),
      text: countryName(ofNumber),
      country: ofNumber,
      entries: numberingEntries(profile, 'country'),
    });
  if (numbering?.region !== null && numbering?.region !== undefined)
    places.push({
      kind: 'region',
      label: texts('placeRegion'),
      text: numbering.region,
      country: ofNumber,
      entries: numberingEntries(profile, 'region'),
    });
  return places;
}
