import type { Profile } from '@numscope/contracts';
import { fold } from '@numscope/contracts/folding';
import type { PackedDocument } from '@numscope/platform';
import { packDocument } from '@numscope/platform/packed-documents';
import type { JobRef } from '../domain/observation.ts';
import { facetValues } from './facet-values.ts';
import { profileTerms } from './profile-terms.ts';
import { jobTerm, phoneTerm } from './terms.ts';

/** What a list of profiles is ordered by when ordered by name. */
const sortName = ({ names, firstName, lastName }: Pick<Profile, 'names' | 'firstName' | 'lastName'>): string =>
  fold(names[0]?.name ?? [firstName, lastName].filter((part) => part !== null).join(' '));

/** What the index keeps of a profile: terms and sort keys, never the profile itself. */
export function indexDocument(profile: Profile, revision: number, jobs: readonly JobRef[]): PackedDocument {
  const terms = profileTerms(profile);
  return packDocument({
    phone: profile.phone,
    revision,
    terms: {
      ...terms,
      phone: [...new Set([phoneTerm(profile.phone), ...(terms.phone ?? [])])],
      job: [...new Set(jobs.flatMap(({ id, number }) => [jobTerm(id), jobTerm(String(number))]))],
    },
    facets: facetValues(profile, jobs),
    sort: { name: sortName(profile), timestamp: profile.timestamp, confidence: profile.confidence },
  });
}
