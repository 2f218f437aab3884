import type { Disagreement, Numbering, Profile } from '@numscope/contracts';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { noValues } from '@numscope/contracts/profile-fields';
import { confidenceOf } from './confidence.ts';
import { foldLine } from './fold-line.ts';
import { foldLists, noItems } from './fold-lists.ts';
import { foldNames, nameDisagreement } from './fold-names.ts';
import { foldSingles, type SingleValues } from './fold-singles.ts';
import { nameMatches, namesOfAll } from './names-of.ts';
import type { KeptObservation, ProfileIdentity } from './observation.ts';
import { byPreference, type Found } from './preference.ts';

/** Raise it with every change of the rules of folding or searching: the next start then computes all profiles anew. */
export const RULES_VERSION = 6;

function numberingOf(found: readonly Found[], provenance: Profile['provenance']): Numbering | null {
  const said = found.filter(({ fields }) => fields.numbering !== undefined);
  const chosen = said.find(({ source }) => source === NUMBERING_PLAN) ?? said[0];
  if (!chosen) return null;
  provenance['numbering'] = said.map(({ source, at, observedAt = null, cached, fields }) => ({
    source,
    at,
    observedAt,
    cached,
    value: fields.numbering,
  }));
  return chosen.fields.numbering ?? null;
}

const newestOf = (observations: readonly KeptObservation[], otherwise: number): number => {
  let newest = 0;
  for (const { at } of observations) newest = Math.max(newest, at);
  return newest || otherwise;
};

const { names, emails, phones, addresses, socialNetworks, photos, ...otherLists } = noItems;
const singles: SingleValues = noValues;
const noDisagreements: Disagreement[] = [];
const noLine = (): Profile['line'] => null;
/**
 * Nothing known, in the order in which profiles are written: a copy of one object is the quickest way to an object of
 * many names.
 */
export const emptyProfile = {
  id: '',
  phone: '',
  names,
  ...singles,
  emails,
  phones,
  addresses,
  socialNetworks,
  sources: photos,
  images: photos,
  photos,
  ...otherLists,
  disagreements: noDisagreements,
  line: noLine(),
};

/**
 * Computes a profile from the newest observation of every source, by the rules of docs/profile-rules.md. Pure: the same
 * observations give the same profile, in whatever order they are given.
 */
export function foldProfile(identity: ProfileIdentity, observations: readonly KeptObservation[]): Profile {
  const found = byPreference(observations);
  const provenance: Profile['provenance'] = {};
  const known = { ...emptyProfile };
  const names = namesOfAll(found);
  known.names = foldNames(
    names.flatMap(({ listed }) => listed),
    provenance,
  );
  const match = nameMatches();
  const differing = [nameDisagreement(names, match), ...foldSingles(known, found, provenance)];
  foldLists(known, found, provenance);
  known.line = foldLine(found, provenance);
  const numbering = numberingOf(found, provenance);
  return {
    ...known,
    id: identity.id,
    phone: identity.phone,
    sources: found.map(({ source }) => source).sort(),
    images: known.photos,
    photos: found.flatMap(({ source, fields }) => [...new Set(fields.photos)].map((imageId) => ({ imageId, source }))),
    confidence: confidenceOf(found, names, match),
    disagreements: differing.filter((each) => each !== null),
    createdTimestamp: identity.createdTimestamp,
    timestamp: newestOf(observations, identity.createdTimestamp),
    numbering,
    provenance,
    jobs: identity.jobs.map(({ number }) => number),
  };
}
