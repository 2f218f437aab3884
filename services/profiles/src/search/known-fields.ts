import type { Profile } from '@numscope/contracts';
import type { IndexField } from '@numscope/platform';
import { confidenceBand } from '@numscope/contracts/profile-fields';
import {
  carrierTerms,
  cityTerm,
  countryTerm,
  dateTermsWithin,
  lineTypeTerm,
  placeTerm,
  sourceTerm,
  wordTerms,
} from './terms.ts';

/** What a profile is found by in a field of the index. */
export interface SearchedField {
  index: IndexField;
  terms(profile: Profile): readonly string[];
}

/** Values that somebody says: of what nobody says there are no terms. */
const said = (...values: ReadonlyArray<string | null | undefined>): string[] =>
  values.filter((value) => typeof value === 'string');

/** What every source says of a field with one value, not only the chosen one. */
const allOf = ({ provenance }: Profile, field: string): string[] =>
  (provenance[field] ?? []).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));

/** What sources say, else the country of the number. */
export const countryOf = ({ country, numbering }: Profile): string[] => said(country ?? numbering?.country);
/** What is known of the line today stands above what the number was first assigned to. */
export const lineTypeOf = ({ line, numbering }: Profile): string[] => said(line?.lineType ?? numbering?.lineType);

/** What is known besides names, numbers and accounts, of which several fields may tell one thing. */
export const knownFields: readonly SearchedField[] = [
  {
    index: 'address',
    terms: ({ addresses, city }) => [...[...addresses, ...said(city)].flatMap(wordTerms), ...said(city).map(placeTerm)],
  },
  { index: 'birthDate', terms: (profile) => allOf(profile, 'birthDate').flatMap(dateTermsWithin) },
  { index: 'work', terms: ({ work }) => work.flatMap(wordTerms) },
  {
    index: 'school',
    terms: ({ schools, university, faculty, chair }) =>
      [...schools, ...said(university, faculty, chair)].flatMap(wordTerms),
  },
  { index: 'country', terms: (profile) => countryOf(profile).map(countryTerm) },
  {
    index: 'city',
    terms: ({ city }) =>
      said(city)
        .map(cityTerm)
        .filter((term) => term !== ''),
  },
  { index: 'confidence', terms: ({ confidence }) => [confidenceBand(confidence)] },
  { index: 'source', terms: ({ sources }) => sources.map(sourceTerm) },
  { index: 'lineType', terms: (profile) => lineTypeOf(profile).map(lineTypeTerm) },
  {
    index: 'carrier',
    terms: ({ line, numbering }) => said(line?.carrier ?? numbering?.carrier).flatMap(carrierTerms),
  },
];
