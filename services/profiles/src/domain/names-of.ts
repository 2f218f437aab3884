import type { ProfileName } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import { areSameName, type ComparedName, mayBeSamePerson, readName } from './comparison/person-name.ts';
import type { Found } from './preference.ts';

/** A name that a source says. */
export interface SaidName {
  by: Found;
  name: ProfileName;
  /** How it is compared; found out when asked for, since most numbers have one name, which is compared with none. */
  readonly compared: ComparedName;
}

/** What a source calls the holder. */
export interface SourceNames {
  listed: readonly SaidName[];
  /** The name made of its first and last name, where it has them. */
  full: SaidName | null;
  /** Those of both by which it is compared with other sources. */
  compared: readonly SaidName[];
}

/**
 * How many names of a profile are compared with those of other sources: as `limits.namesOfProfile`, of those that are
 * told, a bound and no judgement, because uniting more takes longer than others should wait.
 */
const MOST_NAMES_COMPARED = 200;
const MOST_COMPARED_OF_ONE = 20;

const saidName = (by: Found, name: ProfileName): SaidName => ({
  by,
  name,
  get compared() {
    return readName(name.name);
  },
});

function namesOf(by: Found, most: number, mostCompared: number): SourceNames {
  const { names = [], firstName, lastName } = by.fields;
  const listed = names.slice(0, most).map((name) => saidName(by, name));
  const parts = [firstName, lastName].filter((part) => part !== undefined && part !== null);
  const full = parts.length > 0 ? saidName(by, { name: parts.join(' '), type: 'UNKNOWN' }) : null;
  const compared = listed.slice(0, mostCompared);
  return { listed, full, compared: full ? [full, ...compared] : compared };
}

/** How many each may have so that all have `most` together at the most: those that have few leave room to the others. */
function fairShare(counts: readonly number[], most: number): number {
  let left = most;
  for (const [place, count] of counts.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (counts.length - place));
    if (count > share) return share;
    left -= count;
  }
  return most;
}

/** What each source calls the holder, of many names the first. */
export function namesOfAll(found: readonly Found[]): SourceNames[] {
  const counts = found.map(({ fields }) => fields.names?.length ?? 0);
  const most = fairShare(counts, limits.namesOfProfile);
  const mostCompared = Math.min(MOST_COMPARED_OF_ONE, fairShare(counts, MOST_NAMES_COMPARED));
  return found.map((by) => namesOf(by, most, mostCompared));
}

export type NameMatch = 0 | 0.5 | 1 | null;

/**
 * How far two sources agree in the name: 1 the same, ½ one that leaves out or shortens the other's, 0 none that could
 * be one person's; null where one of them says none. Of several names the two that fit best count.
 */
function matchOf({ compared: ones }: SourceNames, { compared: others }: SourceNames): NameMatch {
  if (ones.length === 0 || others.length === 0) return null;
  const any = (is: typeof areSameName): boolean =>
    ones.some((one) => others.some((other) => is(one.compared, other.compared)));
  if (any(areSameName)) return 1;
  return any(mayBeSamePerson) ? 0.5 : 0;
}

/** The same for any two sources of a profile, found out once. */
export function nameMatches(): (one: SourceNames, other: SourceNames) => NameMatch {
  const known = new Map<SourceNames, Map<SourceNames, NameMatch>>();
  return (one, other) => {
    const ofOne = known.getOrInsertComputed(one, () => new Map());
    return ofOne.getOrInsertComputed(other, () => matchOf(one, other));
  };
}
