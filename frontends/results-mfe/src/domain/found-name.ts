import type { Profile } from '@numscope/contracts';
import { wordIn } from '@numscope/ui';
import { bestName } from './profile-facts.ts';

/**
 * By which name a profile was found where that is not its best one, in the form that was searched for; null where the best one says so, or where no name
 * is written with these words, as in another script.
 */
function foundName(
  profile: Pick<Profile, 'firstName' | 'lastName' | 'names'>,
  words: readonly string[],
): string | null {
  if (wordIn(bestName(profile), words) !== undefined) return null;
  const written = profile.names.flatMap(({ name, forms = [] }) => [name, ...forms]);
  return written.find((name) => wordIn(name, words) !== undefined) ?? null;
}

/** These names by the phones of their profiles; of the others none. */
export function otherNames(profiles: readonly Profile[], words: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const profile of profiles) {
    const name = foundName(profile, words);
    if (name !== null) found.set(profile.phone, name);
  }
  return found;
}
