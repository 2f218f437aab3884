import type { Profile } from '@numscope/contracts';
import { fold } from '@numscope/contracts/folding';
import type { IndexDocument } from '@numscope/platform';
import type { JobRef } from '../domain/observation.ts';
import { accountTerms, emailTerm, imageTerm, jobTerm, nameTerms, phoneTerm } from './terms.ts';

const unique = (terms: string[]): string[] => (terms.length < 2 ? terms : [...new Set(terms)]);

/** The names by which a profile is found: those in the list, and the person's own. */
const searchedNames = (profile: Pick<Profile, 'names' | 'firstName' | 'lastName' | 'maidenName'>): string[] =>
  [...profile.names.map(({ name }) => name), profile.firstName, profile.lastName, profile.maidenName].filter(
    (name) => name !== null,
  );

/** What a list of profiles is ordered by when ordered by name. */
const sortName = ({ names, firstName, lastName }: Pick<Profile, 'names' | 'firstName' | 'lastName'>): string =>
  fold(names[0]?.name ?? [firstName, lastName].filter((part) => part !== null).join(' '));

/** What the index keeps of a profile: terms and sort keys, never the profile itself. */
export function indexDocument(profile: Profile, revision: number, jobs: readonly JobRef[]): IndexDocument {
  return {
    phone: profile.phone,
    revision,
    terms: {
      name: unique(searchedNames(profile).flatMap(nameTerms)),
      phone: [phoneTerm(profile.phone)],
      email: unique(profile.emails.map(emailTerm)),
      socialNetwork: unique(profile.socialNetworks.flatMap(accountTerms)),
      image: unique(profile.images.map(imageTerm)),
      job: unique(jobs.flatMap(({ id, number }) => [jobTerm(id), jobTerm(String(number))])),
    },
    sort: { name: sortName(profile), timestamp: profile.timestamp, confidence: profile.confidence },
  };
}
