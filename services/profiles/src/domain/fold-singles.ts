import type { Profile, ProvenanceEntry, SingleField } from '@numscope/contracts';
import { singleFields } from '@numscope/contracts/profile-fields';
import { countryCode } from './country-code.ts';
import type { Found } from './preference.ts';

export type SingleValues = Pick<Profile, SingleField>;

/** What one source says about one field; the numbering plan's country counts as said. */
function saidBy<F extends SingleField>(field: F, { fields }: Found): SingleValues[F] | undefined {
  const said: Partial<SingleValues> = fields;
  if (field !== 'country') return said[field];
  const country = fields.country ?? fields.numbering?.country;
  const values: Partial<SingleValues> = country ? { country: countryCode(country) } : {};
  return values[field];
}

function choose<F extends SingleField>(
  into: SingleValues,
  field: F,
  found: readonly Found[],
  provenance: Profile['provenance'],
): void {
  let entries: ProvenanceEntry[] | undefined;
  for (const observation of found) {
    const value = saidBy(field, observation);
    if (value === undefined || value === null) continue;
    if (entries === undefined) {
      entries = [];
      into[field] = value;
    }
    entries.push({ source: observation.source, at: observation.at, cached: observation.cached, value });
  }
  if (entries) provenance[field] = entries;
}

/**
 * Puts in single values, each from the most preferred source that has one; all of them stay in the provenance, so that
 * disagreement shows.
 */
export function foldSingles(into: SingleValues, found: readonly Found[], provenance: Profile['provenance']): void {
  for (const field of singleFields) choose(into, field, found, provenance);
}
