import type { Profile } from '@numscope/contracts';
import { isEmpty } from '../domain/changed-fields.ts';
import { emptyProfile } from '../domain/empty-profile.ts';

const fields = new Set(Object.keys(emptyProfile));

/** A profile without the fields of which nothing is known, as SQLite keeps it: they are most of it, mostly. */
export function keptText(profile: Profile | null): string {
  const known: Record<string, unknown> = {};
  // Put together, because an object is written much more slowly once fields were taken out of it.
  const all: Readonly<Record<string, unknown>> = profile ?? {};
  for (const field in all) if (!isEmpty(all[field]) || !fields.has(field)) known[field] = all[field];
  return JSON.stringify(known);
}

/** Of what `keptText` made, or of a whole profile, as versions before kept it. */
export const profileOf = (text: string): Profile => ({ ...emptyProfile, ...(JSON.parse(text) as Profile) });

/** A profile with all its fields, from how it is kept, also by a version that did not know all of them. */
export const wholeText = (text: string): string => JSON.stringify(profileOf(text));

/** A profile's JSON with that of its observations as a further field. */
export const withObservations = (profile: string, observations: string): string =>
  `${profile.slice(0, -1)},"observations":${observations}}`;
