import type { Profile } from '@numscope/contracts';
import { fold } from '@numscope/contracts/folding';
import type { PackedDocument } from '@numscope/platform';
import { contentText, joinDocument } from '@numscope/platform/packed-documents';
import type { JobRef } from '../domain/observation.ts';
import { facetValues } from './facet-values.ts';
import { profileTerms } from './profile-terms.ts';
import { jobTerm, phoneTerm } from './terms.ts';

/** What a list of profiles is ordered by when ordered by name. */
const sortName = ({ names, firstName, lastName }: Pick<Profile, 'names' | 'firstName' | 'lastName'>): string =>
  fold(names[0]?.name ?? [firstName, lastName].filter((part) => part !== null).join(' '));

/** All that the index keeps of a profile but for its revision: terms and sort keys, never the profile itself. */
function contentOf(profile: Profile, jobs: readonly JobRef[]): string {
  const terms = profileTerms(profile);
  return contentText({
    phone: profile.phone,
    terms: {
      ...terms,
      phone: [...new Set([phoneTerm(profile.phone), ...(terms.phone ?? [])])],
      job: [...new Set(jobs.flatMap(({ id, number }) => [jobTerm(id), jobTerm(String(number))]))],
    },
    facets: facetValues(profile, jobs),
    sort: { name: sortName(profile), timestamp: profile.timestamp, confidence: profile.confidence },
  });
}

/** What the index keeps of a profile. */
export const indexDocument = (profile: Profile, revision: number, jobs: readonly JobRef[]): PackedDocument =>
  joinDocument({ phone: profile.phone, revision, timestamp: profile.timestamp }, contentOf(profile, jobs));

const MOST = 500;

/** Contents of profiles that `planProfile` made, by what is not the number's own in them. */
let planContents = new Map<string, string>();

/** The same of a profile that `planProfile` made: many have one content, which is made once for them. */
export function planDocument(profile: Profile, revision: number, jobs: readonly JobRef[]): PackedDocument {
  const { phone, timestamp, country } = profile;
  const { international: _world, national: _home, ...shared } = profile.numbering ?? {};
  const key = JSON.stringify([country, shared, jobs]);
  let content = planContents.get(key);
  if (content === undefined) {
    if (planContents.size === MOST) planContents = new Map();
    planContents.set(key, (content = contentOf(profile, jobs)));
  }
  return joinDocument({ phone, revision, timestamp }, content);
}
