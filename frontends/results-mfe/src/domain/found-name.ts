import type { Profile } from '@numscope/contracts';
import { wordForms } from '@numscope/contracts/folding';
import { wordIn } from '@numscope/ui';
import { bestName } from './profile-facts.ts';

/** The words of a name as they are written, each with the forms in which it may be typed. */
const wordsOf = (name: string): { written: string; forms: string[] }[] =>
  (name.match(/[\p{L}\p{N}]\S*/gu) ?? []).map((written) => ({ written, forms: wordForms(written).flat() }));

/**
 * Which words of a name were searched for, as they can be underlined in it: what was typed where it stands there, else
 * what is the same in another script or spelling. By the search's own rule: all words of a value, the last as it was
 * begun. None: the name was not found.
 */
export function foundWords(name: string, searched: readonly string[]): readonly string[] {
  const typed = wordIn(name, searched);
  if (typed !== undefined) return [typed];
  const words = wordsOf(name);
  for (const value of searched) {
    const asked = wordForms(value);
    const found = asked.map((begun, at) =>
      words.find(({ forms }) =>
        at < asked.length - 1
          ? forms.includes(begun[0] ?? '')
          : begun.some((form) => forms.some((one) => one.startsWith(form))),
      ),
    );
    const written = found.flatMap((word) => word?.written ?? []);
    if (written.length > 0 && written.length === asked.length) return written;
  }
  return [];
}

/**
 * By which name a profile was found where that is not its best one, first in the form that was searched for; null where
 * the best one says so, or where no name of it was found.
 */
function foundName(
  profile: Pick<Profile, 'firstName' | 'lastName' | 'names'>,
  searched: readonly string[],
): string | null {
  const best = bestName(profile);
  if (wordIn(best, searched) !== undefined) return null;
  const written = profile.names.flatMap(({ name, forms = [] }) => [name, ...forms]);
  const typed = written.find((name) => wordIn(name, searched) !== undefined);
  if (typed !== undefined || foundWords(best, searched).length > 0) return typed ?? null;
  return written.find((name) => foundWords(name, searched).length > 0) ?? null;
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
