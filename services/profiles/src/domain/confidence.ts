import type { Profile } from '@numscope/contracts';
import { singleFields } from '@numscope/contracts/profile-fields';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import type { Found } from './preference.ts';
import { agreementKey } from './value-keys.ts';

const HALF_LIFE_MS = 365 * 24 * 60 * 60 * 1000;
/** What one fully trusted, fresh source can add; the numbering plan knows the number and not the person. */
const PERSON_WEIGHT = 0.6;
const PLAN_WEIGHT = 0.1;

/** How much a source counts: its trust, halved for each year that it is older than the newest answer. */
const weightOf = ({ trust, at }: Found, newest: number): number =>
  Math.min(1, Math.max(0, trust)) * 2 ** (-(newest - at) / HALF_LIFE_MS);

/** Each independent source leaves less room for doubt: 1 − ∏ (1 − share × weight). */
function supportOf(found: readonly Found[], newest: number): number {
  let doubt = 1;
  for (const observation of found) {
    const share = observation.source === NUMBERING_PLAN ? PLAN_WEIGHT : PERSON_WEIGHT;
    doubt *= 1 - share * weightOf(observation, newest);
  }
  return 1 - doubt;
}

/**
 * Over the single fields that two or more sources speak about: the weight of those who agree with the chosen value. 1
 * where nobody can disagree.
 */
function agreementOf(found: readonly Found[], provenance: Profile['provenance'], newest: number): number {
  if (found.length < 2) return 1;
  const weights = new Map(found.map((observation) => [observation.source, weightOf(observation, newest)]));
  let shares = 0;
  let fields = 0;
  for (const field of singleFields) {
    const entries = provenance[field];
    if (!entries || entries.length < 2) continue;
    const chosen = agreementKey(entries[0]?.value);
    let all = 0;
    let agreeing = 0;
    for (const { source, value } of entries) {
      const weight = weights.get(source) ?? 0;
      all += weight;
      if (agreementKey(value) === chosen) agreeing += weight;
    }
    if (all === 0) continue;
    shares += agreeing / all;
    fields++;
  }
  return fields === 0 ? 1 : shares / fields;
}

/**
 * How sure the profile is, 0 to 1 in hundredths: support × (½ + ½ × agreement). Ages are measured against the newest
 * answer and never against the clock, so that the same observations always give the same number. The formula is told in
 * docs/profile-rules.md.
 */
export function confidenceOf(found: readonly Found[], provenance: Profile['provenance']): number {
  let newest = 0;
  for (const { at } of found) newest = Math.max(newest, at);
  const sure = supportOf(found, newest) * (0.5 + 0.5 * agreementOf(found, provenance, newest));
  return Math.round(sure * 100) / 100;
}
