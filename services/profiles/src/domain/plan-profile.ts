import type { Numbering, Profile } from '@numscope/contracts';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { countryCode } from './country-code.ts';
import { emptyProfile } from './empty-profile.ts';
import type { KeptObservation, ProfileIdentity } from './observation.ts';
import { provenanceOf } from './preference.ts';

/** What the numbering plan says where it is the only one that says anything; null where there is more to fold. */
function numberingAlone([only, ...others]: readonly KeptObservation[]): Numbering | null {
  if (!only || others.length > 0) return null;
  const { source, status, fields, former } = only;
  if (source !== NUMBERING_PLAN || status !== 'FOUND' || fields === null || former !== undefined) return null;
  for (const field in fields) if (field !== 'numbering') return null;
  return fields.numbering ?? null;
}

/**
 * The profile of a number of which the numbering plan alone says something: the same that the general rules give, without
 * asking field by field. Most numbers of a large job are such. Null where there is more to fold.
 */
export function planProfile(identity: ProfileIdentity, observations: readonly KeptObservation[]): Profile | null {
  const numbering = numberingAlone(observations);
  const [only] = observations;
  if (numbering === null || only === undefined) return null;
  const { source, at, observedAt = null } = only;
  const country = numbering.country ? countryCode(numbering.country) : null;
  const provenance: Profile['provenance'] = {};
  if (country !== null) provenance['country'] = [provenanceOf(only, observedAt, country)];
  provenance['numbering'] = [provenanceOf(only, observedAt, numbering)];
  return {
    ...emptyProfile,
    id: identity.id,
    phone: identity.phone,
    country,
    sources: [source],
    photos: [],
    confidence: 0,
    createdTimestamp: identity.createdTimestamp,
    timestamp: at || identity.createdTimestamp,
    numbering,
    provenance,
    jobs: identity.jobs.map(({ number }) => number),
  };
}
