import { crc32 } from 'node:zlib';
import type { Profile } from '@numscope/contracts';
import { isEmpty } from '../domain/changed-fields.ts';
import { emptyProfile } from '../domain/empty-profile.ts';

const fields = new Set(Object.keys(emptyProfile));

/** A number for the fields that a profile has in this version: a text with the same number lacks none of them. */
export const WHOLE = crc32([...fields].join());

/**
 * With fewer fields that say something, what is empty is most of a profile, and the disk is spared; with more it is a
 * tenth, and each search would pay for putting it back.
 */
const MANY_FIELDS = 16;

/** A profile as it is kept. */
export interface KeptText {
  text: string;
  /** The number of the fields that it has all of; null when it lacks those of which nothing is known. */
  fields: number | null;
}

/** A profile with all its fields. */
export const allFields = (profile: Profile | null) => ({
  text: JSON.stringify({ ...emptyProfile, ...profile }),
  fields: WHOLE,
});

/** A profile as SQLite keeps it: of a poor one only what is known. */
export function keptText(profile: Profile | null): KeptText {
  const known: Record<string, unknown> = {};
  let count = 0;
  // Put together, because an object is written much more slowly once fields were taken out of it.
  const all: Readonly<Record<string, unknown>> = profile ?? {};
  for (const field in all)
    if (!isEmpty(all[field]) || !fields.has(field)) {
      known[field] = all[field];
      count++;
    }
  return count < MANY_FIELDS ? { text: JSON.stringify(known), fields: null } : allFields(profile);
}

/** Reads what `keptText` made, or a whole profile, as older versions kept it. */
export const profileOf = (text: string): Profile => ({ ...emptyProfile, ...(JSON.parse(text) as Profile) });

/** A profile with all its fields, from how it is kept, also by a version that did not know all of them. */
export const wholeText = (text: string, fieldsNumber: unknown): string =>
  fieldsNumber === WHOLE ? text : JSON.stringify(profileOf(text));

/** A profile's JSON with that of its observations as a further field. */
export const withObservations = (profile: string, observations: string): string =>
  `${profile.slice(0, -1)},"observations":${observations}}`;
