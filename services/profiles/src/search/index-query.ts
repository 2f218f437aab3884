import {
  confidenceBands,
  type FieldFilter,
  type FilterField,
  filterFields,
  limits,
  networkTwins,
  type ProfileFilter,
  socialNetworks,
} from '@numscope/contracts';
import type { IndexConditions, IndexMatch, IndexQuery } from '@numscope/platform';
import {
  accountTerm,
  askedDateTerms,
  askedWords,
  carrierTerms,
  cityTerm,
  countryTerm,
  emailTerm,
  imageTerm,
  jobTerm,
  lineTypeTerm,
  networkTerm,
  phoneTerm,
  placeTerm,
  sourceTerm,
} from './terms.ts';

/** The terms of the jobs that were merged into a job, by its own term. */
export type MergedJobs = Readonly<Record<string, readonly string[]>>;

/** What the words of a filter mean beyond themselves. */
export interface Meanings {
  mergedJobs: MergedJobs;
  /** Terms of networks of own sources that some profile has. */
  ownNetworks: ReadonlySet<string>;
}

const knownNetworks: ReadonlySet<string> = new Set([...socialNetworks, ...Object.keys(networkTwins)]);

const exact = (field: IndexMatch['field'], term: string): IndexMatch[] =>
  term ? [{ field, all: [term], prefix: false }] : [];
const prefixed = (field: IndexMatch['field'], term: string): IndexMatch[] =>
  term ? [{ field, all: [term], prefix: true }] : [];

/** Letters that a beginning needs to say which word is meant; half of all house numbers begin with one digit. */
const BEGINNING_CHARS = 3;
/** All words of a text, the last of which may be the beginning of one if it has so many letters. */
const worded = (field: IndexMatch['field'], text: string, least: number): IndexMatch[] =>
  askedWords(text).map((all) => ({ field, all, prefix: (all.at(-1) ?? '').length >= least }));

/** Whether a word is none of the specified networks. */
const mayBeAccount = (value: string): boolean => !knownNetworks.has(value.trim().toUpperCase());

/** The terms that a filter's words have if they are networks of own sources. */
export function askedNetworks({ socialNetwork }: ProfileFilter['filters']): string[] {
  const { values = [], not = [] } = socialNetwork ?? {};
  return [...new Set([...values, ...not].filter(mayBeAccount).map(networkTerm))];
}

/** The matches any of which satisfies one value; none for a value that nothing can satisfy (a name without letters). */
const matchesOf: Readonly<Record<FilterField, (value: string, meanings: Meanings) => IndexMatch[]>> = {
  name: (value) => worded('name', value, 1),
  phone: (value) => prefixed('phone', phoneTerm(value)),
  email: (value) => prefixed('email', emailTerm(value)),
  images: (value) => exact('image', imageTerm(value)),
  jobId: (value, { mergedJobs }) =>
    [jobTerm(value), ...(Object.hasOwn(mergedJobs, jobTerm(value)) ? (mergedJobs[jobTerm(value)] ?? []) : [])].flatMap(
      (job) => exact('job', job),
    ),
  // A network means the network alone; any other word how an account id begins.
  socialNetwork: (value, { ownNetworks }) =>
    mayBeAccount(value) && !ownNetworks.has(networkTerm(value))
      ? prefixed('socialNetwork', accountTerm(value))
      : exact('socialNetwork', networkTerm(value)),
  address: (value) => [...worded('address', value, BEGINNING_CHARS), ...exact('address', placeTerm(value))],
  birthDate: (value) => askedDateTerms(value).flatMap((date) => exact('birthDate', date)),
  work: (value) => worded('work', value, BEGINNING_CHARS),
  school: (value) => worded('school', value, BEGINNING_CHARS),
  country: (value) => exact('country', countryTerm(value)),
  source: (value) => exact('source', sourceTerm(value)),
  lineType: (value) => exact('lineType', lineTypeTerm(value)),
  carrier: (value) => {
    const all = carrierTerms(value);
    return all.length > 0 ? [{ field: 'carrier', all, prefix: false }] : [];
  },
  city: (value) => exact('city', cityTerm(value)),
  confidence: (value) => exact('confidence', value),
};

/** How many values a field's filter asks for and excludes. */
export const criteriaOf = ({ values, not = [] }: FieldFilter): number => values.length + not.length;

/** The fields of a filter that say something. */
export function usedFields(filters: ProfileFilter['filters']): Array<[FilterField, FieldFilter]> {
  const used: Array<[FilterField, FieldFilter]> = [];
  for (const field of filterFields) {
    const filter = filters[field];
    if (filter && criteriaOf(filter) > 0) used.push([field, filter]);
  }
  return used;
}

/**
 * A search filter as conditions of the index. Ticked fields: every value must match. Unticked fields: at least one of
 * all their values must, if there are any. Nothing that is excluded may; a value that nothing can satisfy excludes
 * nothing. Null when nothing can match.
 */
export function indexConditions(
  filters: ProfileFilter['filters'],
  { mergedJobs = {}, ownNetworks = new Set() }: Partial<Meanings> = {},
): IndexConditions | null {
  const must: IndexMatch[][] = [];
  const should: IndexMatch[][] = [];
  const not: IndexMatch[] = [];
  const meanings = { mergedJobs, ownNetworks };
  let unticked = false;
  for (const [field, { values, and, not: excluded = [] }] of usedFields(filters)) {
    not.push(...excluded.flatMap((value) => matchesOf[field](value, meanings)));
    if (values.length === 0) continue;
    const matches = values.map((value) => matchesOf[field](value, meanings));
    if (and) must.push(...matches);
    else {
      unticked = true;
      should.push(...matches.filter((any) => any.length > 0));
    }
  }
  if (must.some((any) => any.length === 0) || (unticked && should.length === 0)) return null;
  if (not.length === 0) return { must, should };
  // An index takes away from something: here from all profiles, of which each has one of these.
  if (must.length === 0 && should.length === 0) must.push(confidenceBands.flatMap((band) => exact('confidence', band)));
  return { must, should, not };
}

/** How many words an index has to look up. */
export function wordsIn({ must, should, not = [] }: IndexConditions): number {
  const matches = [...must.flat(), ...should.flat(), ...not];
  return matches.reduce((sum, { all }) => sum + all.length, 0);
}

/** The order as the index knows it; that of pictures is of those that the filter names, the first of which counts most. */
export function orderOf(sort: ProfileFilter['sort'], filters: ProfileFilter['filters']): IndexQuery['sort'] {
  if (!sort) return undefined;
  const { field, direction } = sort;
  if (field === 'images') return { field: 'image', terms: (filters.images?.values ?? []).map(imageTerm), direction };
  return { field: field === 'names' ? 'name' : field, direction };
}

/** A filter by one job and nothing else is counted to its end; anything else to the limit of exact hits. */
export function countUpTo(filters: ProfileFilter['filters']): number | null {
  const [only, ...others] = usedFields(filters);
  return only && others.length === 0 && only[0] === 'jobId' && only[1].values.length === 1 && !only[1].not?.length
    ? null
    : limits.exactSearchHits;
}
