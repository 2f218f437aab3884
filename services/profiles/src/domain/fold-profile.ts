import type { EarlierHolder, Numbering, Profile } from '@numscope/contracts';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { confidenceOf } from './confidence.ts';
import { emptyProfile } from './empty-profile.ts';
import { foldLine } from './fold-line.ts';
import { foldLists } from './fold-lists.ts';
import { foldNames, nameDisagreement } from './fold-names.ts';
import { foldSingles } from './fold-singles.ts';
import { type Holder, holdersOf } from './holders/holders-of.ts';
import { nameMatches, namesOfAll } from './names-of.ts';
import type { KeptObservation, ProfileIdentity } from './observation.ts';
import { byPreference, type Found, provenanceOf } from './preference.ts';

/** Raise it with every change of the rules of folding or searching: the next start then computes all profiles anew. */
export const RULES_VERSION = 11;

function numberingOf(found: readonly Found[], provenance: Profile['provenance']): Numbering | null {
  const said = found.filter(({ fields }) => fields.numbering !== undefined);
  const chosen = said.find(({ source }) => source === NUMBERING_PLAN) ?? said[0];
  if (!chosen) return null;
  provenance['numbering'] = said.map((one) => provenanceOf(one, one.observedAt ?? null, one.fields.numbering));
  return chosen.fields.numbering ?? null;
}

const newestOf = (observations: readonly KeptObservation[], otherwise: number): number => {
  let newest = 0;
  for (const { at } of observations) newest = Math.max(newest, at);
  return newest || otherwise;
};

/** What observations say of one holder. */
function foldHolder(observations: readonly KeptObservation[]) {
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
  known.sources = found.map(({ source }) => source).sort();
  known.images = known.photos;
  const photos = found.flatMap(({ source, fields }) =>
    [...new Set(fields.photos)].map((imageId) => ({ imageId, source })),
  );
  const confidence = confidenceOf(found, names, match);
  known.disagreements = differing.filter((each) => each !== null);
  return { found, known, photos, confidence, provenance };
}

/** A former holder, until the one came who is behind them. */
function earlierHolder({ observations }: Holder, until: number): EarlierHolder {
  const { known, confidence, provenance } = foldHolder(observations);
  const {
    id: _id,
    phone: _phone,
    photos: _photos,
    otherHolder: _other,
    earlier: _none,
    line: _line,
    ...fields
  } = known;
  return { ...fields, confidence, until, provenance };
}

/**
 * Computes a profile from what is kept of every source, by the rules of docs/profile-rules.md. Pure: the same
 * observations give the same profile, in whatever order they are given.
 */
export function foldProfile(identity: ProfileIdentity, observations: readonly KeptObservation[]): Profile {
  const holders = holdersOf(observations);
  const present = holders.at(-1) ?? { observations: [], change: null };
  const { found, known, photos, confidence, provenance } = foldHolder(present.observations);
  known.line = foldLine(found, provenance);
  if (present.change) {
    const { since, likelihood, reasons } = present.change;
    known.otherHolder = { since, likelihood, reasons };
    known.earlier = holders
      .slice(0, -1)
      .map((holder, place) => earlierHolder(holder, holders[place + 1]?.change?.since ?? since))
      .reverse();
  }
  const numbering = numberingOf(found, provenance);
  return {
    ...known,
    id: identity.id,
    phone: identity.phone,
    photos,
    confidence,
    createdTimestamp: identity.createdTimestamp,
    timestamp: newestOf(observations, identity.createdTimestamp),
    numbering,
    provenance,
    jobs: identity.jobs.map(({ number }) => number),
  };
}

/** All pictures of a profile, those of former holders too: they are kept as long as it is. */
export const picturesOf = (profile: Profile | null): string[] => {
  if (profile === null) return [];
  // A profile of older rules has no earlier holders.
  const { images, earlier = [] } = profile as Profile & { earlier?: EarlierHolder[] };
  return earlier.length === 0 ? images : [...new Set([...images, ...earlier.flatMap((one) => one.images)])];
};
