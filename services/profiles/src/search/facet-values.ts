import type { Profile } from '@numscope/contracts';
import { confidenceBand, type FacetField, facetFields } from '@numscope/contracts/profile-fields';
import { limits } from '@numscope/contracts/limits';
import type { JobRef } from '../domain/observation.ts';
import { cityTerm, countryTerm, lineTypeTerm, networkTerm, sourceTerm } from './terms.ts';
import { countryOf, lineTypeOf } from './known-fields.ts';

/** As the numbering plan names them; what others write of them is put as these. */
const lineTypes =
  'FIXED_LINE MOBILE FIXED_LINE_OR_MOBILE TOLL_FREE PREMIUM_RATE SHARED_COST VOIP PERSONAL_NUMBER PAGER UAN VOICEMAIL UNKNOWN';
const lineTypeOfTerm = new Map(lineTypes.split(' ').map((type) => [lineTypeTerm(type), type]));

const networkOf = (network: string): string => networkTerm(network).slice('n:'.length).toUpperCase();
const lineTypeName = (type: string): string => {
  const term = lineTypeTerm(type);
  return lineTypeOfTerm.get(term) ?? term.toUpperCase();
};

/** What a filter could not ask for is not counted either; what is cut inside a character is no text for every index. */
const countable = (value: string): boolean =>
  value !== '' && value.length <= limits.filterChars && value.isWellFormed();

/**
 * The values that a profile is counted by, without fields that have none. Each is in the form in which the filter of the same field finds exactly the
 * profiles that are counted: terms come from the same functions.
 */
export function facetValues(profile: Profile, jobs: readonly JobRef[]): Partial<Record<FacetField, string[]>> {
  const values: Record<FacetField, string[]> = {
    country: countryOf(profile).map((country) => countryTerm(country).toUpperCase()),
    city: profile.city === null ? [] : [cityTerm(profile.city)],
    socialNetwork: profile.socialNetworks.map(({ socialNetwork }) => networkOf(socialNetwork)),
    source: profile.sources.map((source) => sourceTerm(source).toUpperCase()),
    confidence: [confidenceBand(profile.confidence)],
    lineType: lineTypeOf(profile).map(lineTypeName),
    jobId: jobs.map(({ number }) => String(number)),
  };
  const told: Partial<Record<FacetField, string[]>> = {};
  for (const field of facetFields) {
    const countables = values[field].filter(countable);
    if (countables.length > 0) told[field] = countables.length > 1 ? [...new Set(countables)] : countables;
  }
  return told;
}
