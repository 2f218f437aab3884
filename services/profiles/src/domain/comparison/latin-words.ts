import anyAscii from 'any-ascii';
import { words } from '@numscope/contracts/folding';
import { remembered } from './remembered.ts';

const unknownScript = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+/gu;

/** Writes scripts without a table of our own in Latin, by the Unicode table of any-ascii. */
const romanised = (text: string): string => text.replace(unknownScript, anyAscii);

/** The letters and digits that Unicode has once more: for mathematics, in circles, and as wide as Chinese ones. */
const ofOtherShape = /[\u{1D400}-\u{1D7FF}\u{24B6}-\u{24E9}\u{FF10}-\u{FF5A}]+/gu;
/** What is not seen, and parts no words: the soft hyphen and the joiners. */
const unseen = /\u{AD}|\u{200D}|\u{2060}|\u{FEFF}/gu;

const plain = (text: string): string =>
  text.replace(ofOtherShape, (letters) => letters.normalize('NFKC')).replace(unseen, '');

/** The words of a text in any script, in Latin letters, without case and accents. */
export const latinWords = (text: string): string[] => words(romanised(plain(text)));

/** Spellings of one sound in the ways that names are brought into Latin letters, made one. */
const sounds: ReadonlyArray<readonly [RegExp, string]> = [
  [/x/g, 'h'],
  [/dj/g, 'j'],
  [/gh/g, 'g'],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/sch/g, 'sh'],
  [/c(?!h)|q/g, 'k'],
  [/y/g, 'i'],
  [/([eo])f+$/, '$1v'],
  // As Georgian ends a surname, and as Greek writes a D and a B.
  [/([oe]v)i$/, '$1'],
  [/^nt/, 'd'],
  [/^mp/, 'b'],
  [/(.)\1+/g, '$1'],
];

/** A Latin word by its sound, however it was spelled: Khurshid and Xurshid, Sergey and Sergei, Karimov and Karimoff. */
export const soundOf = remembered((word) => {
  let sound = word;
  for (const [pattern, replacement] of sounds) sound = sound.replace(pattern, replacement);
  return sound;
});

/** The words of a text by their sounds: equal for spellings of one text in several scripts. */
export const soundWords = (text: string): string[] => latinWords(text).map(soundOf);

/** Scripts that leave most vowels out. */
const bareScript =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}]/u;
export const leavesVowelsOut = (text: string): boolean => bareScript.test(text);

const consonants: ReadonlyArray<readonly [RegExp, string]> = [
  [/ch/g, 'c'],
  [/sh/g, 's'],
  [/f/g, 'v'],
  [/[ghkqx]/g, 'k'],
  [/[aeiouy]/g, ''],
  [/(.)\1+/g, '$1'],
];

/** What of a Latin word a script without vowels would still have. A `w` stays: it may be a vowel or a consonant there. */
export const consonantsOf = remembered((word) => {
  let left = word;
  for (const [pattern, replacement] of consonants) left = left.replace(pattern, replacement);
  return left;
});

/** Whether consonants of a script without vowels may be those of a word: a `w` of theirs may be a `v` or a vowel. */
export function mayBe(bare: string, of: string): boolean {
  if (bare === of || !bare.includes('w')) return bare === of;
  if (!bare.startsWith('w') && bare[0] !== of[0]) return false;
  const pattern = bare.replace(/[vw]*w[vw]*/g, (at) => (at.includes('v') ? 'v' : 'v?'));
  return new RegExp(`^${pattern}$`).test(of);
}
