import { givenName, isOfSeveralNames, mayBeOneName } from './given-names.ts';
import { remembered } from './remembered.ts';
import { consonantsOf, latinWords, leavesVowelsOut, mayBe, soundOf } from './latin-words.ts';

/** A person's name brought into a form that can be compared. */
export interface ComparedName {
  /** Equal for one name in several scripts (with vowels), orders and diminutives. */
  key: string;
  /** Each once, in order of the alphabet; without vowels where the script has none. */
  words: readonly string[];
  bare: boolean;
  /** The letters that its words begin with, a bit each; null where a word may stand for one that begins otherwise. */
  beginnings: number | null;
}

const titles: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'dr']);
/** Fewer consonants are too little to know a whole name by. */
const ENOUGH_CONSONANTS = 4;
const MOST_WORDS = 12;

const wordsOf = (name: string, bare: boolean): string[] => {
  const all = latinWords(name);
  const said = all.filter((word) => !titles.has(word));
  return (said.length > 0 ? said : all)
    .slice(0, MOST_WORDS)
    .map((word) => (bare ? consonantsOf(word) || word : givenName(soundOf(word))));
};

function beginningsOf(words: readonly string[], bare: boolean): number | null {
  if (bare || words.some(isOfSeveralNames)) return null;
  return words.reduce((bits, word) => bits | (1 << (word.charCodeAt(0) % 32)), 0);
}

export const readName = remembered((name): ComparedName => {
  const bare = leavesVowelsOut(name);
  const words = [...new Set(wordsOf(name, bare))].sort();
  // A name of signs alone is compared as it is.
  const text = words.join(' ') || name.trim();
  return { key: bare ? `${text} (consonants)` : text, words, bare, beginnings: beginningsOf(words, bare) };
});

/** Whether two words may be one: the same, an initial of the other, or a diminutive that also fits it. */
const fit = (a: string, b: string): boolean =>
  a === b || (a.length === 1 && b.startsWith(a)) || (b.length === 1 && a.startsWith(b)) || mayBeOneName(a, b);

/** Takes of `words` one for each of `wanted`: the same one first, then one that fits. */
function allFound(wanted: readonly string[], words: readonly string[], fits: typeof fit): boolean {
  const left = [...words];
  const take = (word: string, is: typeof fit): boolean => {
    const place = left.findIndex((other) => is(word, other));
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  };
  return wanted.filter((word) => !take(word, (one, other) => one === other)).every((word) => take(word, fits));
}

const skeleton = ({ bare, words }: ComparedName): readonly string[] => (bare ? words : words.map(consonantsOf));
/** Two scripts without vowels need not leave out the same. */
const fitBare: typeof fit = (bare, word) => mayBe(bare, word) || (word.includes('w') && mayBe(word, bare));

/** Equal for all names that may be the same with and without vowels: so those are found without comparing all. */
export const consonantKey = (name: ComparedName): string =>
  skeleton(name)
    .map((word) => word.replace(/[vw]/g, ''))
    .sort()
    .join(' ');

/** The one without vowels first; else by their keys: what is compared does not depend on who asks. */
const ordered = (a: ComparedName, b: ComparedName): [ComparedName, ComparedName] =>
  (a.bare === b.bare ? a.key <= b.key : a.bare) ? [a, b] : [b, a];

function sameConsonants(bare: ComparedName, other: ComparedName): boolean {
  const words = skeleton(other);
  return (
    bare.words.length === words.length &&
    words.join('').length >= ENOUGH_CONSONANTS &&
    allFound(bare.words, words, fitBare)
  );
}

/** Whether two names are one name, whatever their script, order and diminutives. Symmetric. */
export function areSameName(one: ComparedName, other: ComparedName): boolean {
  if (one.key === other.key) return true;
  const [a, b] = ordered(one, other);
  return a.bare && sameConsonants(a, b);
}

/**
 * Whether two names may be of one person: the same name, or one that leaves out or shortens what the other has (a
 * patronymic, a surname, an initial). Symmetric.
 */
export function mayBeSamePerson(one: ComparedName, other: ComparedName): boolean {
  if (areSameName(one, other)) return true;
  const [a, b] = ordered(one, other);
  if (a.words.length === 0 || b.words.length === 0) return false;
  if (!a.bare) {
    const [fewer, more] = a.words.length <= b.words.length ? [a, b] : [b, a];
    // Most names begin with other letters, which is quickly seen.
    if (fewer.beginnings !== null && more.beginnings !== null && fewer.beginnings & ~more.beginnings) return false;
    return allFound(fewer.words, more.words, fit);
  }
  const words = skeleton(b);
  return a.words.length <= words.length
    ? allFound(a.words, words, fitBare)
    : allFound(words, a.words, (word, bare) => fitBare(bare, word));
}
