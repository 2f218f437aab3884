import type { ProfileName } from '@numscope/contracts';
import { areSameName, type ComparedName, mayBeSamePerson, readName } from './comparison/person-name.ts';
import type { Found } from './preference.ts';

/** A name that a source says, and how it is compared. */
export interface SaidName {
  by: Found;
  name: ProfileName;
  compared: ComparedName;
}

/** What a source calls the holder. */
export interface SourceNames {
  listed: readonly SaidName[];
  /** Of its first and last name, where it has one. */
  full: SaidName | null;
  /** Those of both by which it is compared with other sources. */
  compared: readonly ComparedName[];
}

/** Of so many listed names the rest is not compared with other sources': a bound, not a judgement. */
const MOST_COMPARED = 20;

const saidName = (by: Found, name: ProfileName): SaidName => ({ by, name, compared: readName(name.name) });

export function namesOf(by: Found): SourceNames {
  const { names = [], firstName, lastName } = by.fields;
  const listed = names.map((name) => saidName(by, name));
  const parts = [firstName, lastName].filter((part) => part !== undefined && part !== null);
  const full = parts.length > 0 ? saidName(by, { name: parts.join(' '), type: 'UNKNOWN' }) : null;
  const compared = listed.slice(0, MOST_COMPARED).map((name) => name.compared);
  return { listed, full, compared: full ? [full.compared, ...compared] : compared };
}

export type NameMatch = 0 | 0.5 | 1 | null;

/**
 * How far two sources agree in the name: 1 the same, ½ one that leaves out or shortens the other's, 0 none that could
 * be one person's; null where one of them says none. Of several names the two that fit best count.
 */
function matchOf({ compared: ones }: SourceNames, { compared: others }: SourceNames): NameMatch {
  if (ones.length === 0 || others.length === 0) return null;
  const any = (is: typeof areSameName): boolean => ones.some((one) => others.some((other) => is(one, other)));
  if (any(areSameName)) return 1;
  return any(mayBeSamePerson) ? 0.5 : 0;
}

/** The same for any two sources of a profile, found out once. */
export function nameMatches(): (one: SourceNames, other: SourceNames) => NameMatch {
  const known = new Map<SourceNames, Map<SourceNames, NameMatch>>();
  return (one, other) => {
    const ofOne = known.get(one) ?? new Map<SourceNames, NameMatch>();
    known.set(one, ofOne);
    const match = ofOne.get(other) ?? matchOf(one, other);
    ofOne.set(other, match);
    return match;
  };
}
