import type { Profile, SingleField } from '@numscope/contracts';
import { bySingleField } from '@numscope/contracts/profile-fields';
import { datesOf, mayBeSameDate } from './dates.ts';
import { genderOf } from './genders.ts';
import { soundWords } from './latin-words.ts';
import { mayBeSamePerson, readName } from './person-name.ts';
import { mayBeSamePlace, placeWords } from './places.ts';

export type SingleValue = NonNullable<Profile[SingleField]>;

/** How values of a kind are compared, whatever source wrote them. */
interface Comparison {
  /** Equal for values that are one and the same. */
  key(value: SingleValue): string;
  /** Whether two values that are not the same do not contradict each other either. Symmetric. */
  fit(one: SingleValue, other: SingleValue): boolean;
  /** Whether it only says that nothing is known: then any other value is chosen before it. */
  isNothing?(value: SingleValue): boolean;
}

/** Longer texts are no name, place or date, and comparing each of their words with each would take too long. */
const MOST_CHARS = 500;
const short = (value: SingleValue): string => String(value).slice(0, MOST_CHARS);

const never = (): boolean => false;
const ofTexts = (key: (text: string) => string, fit: (one: string, other: string) => boolean = never): Comparison => ({
  key: (value) => key(String(value)) || String(value),
  fit: (one, other) => fit(short(one), short(other)),
});

const spoken = (text: string): string => soundWords(text).join(' ');
const yes = new Set(['true', 'yes', 'married', 'да', 'ha', 'женат', 'замужем'].map(spoken));
const no = new Set(
  ['false', 'no', 'single', 'unmarried', 'нет', "yo'q", 'холост', 'не женат', 'не замужем'].map(spoken),
);
const isUnknown = (gender: SingleValue): boolean => genderOf(String(gender)) === 'unknown';
const words = ofTexts(spoken);
const flags = ofTexts((text) => {
  const said = spoken(text);
  return yes.has(said) ? 'true' : no.has(said) ? 'false' : said;
});

/** How each kind of single value is compared. */
export const comparisonOf: { readonly [F in SingleField]: Comparison } = bySingleField({
  text: words,
  name: ofTexts(
    (text) => readName(text).key,
    (one, other) => mayBeSamePerson(readName(one), readName(other)),
  ),
  place: ofTexts((text) => placeWords(text).join(' '), mayBeSamePlace),
  date: ofTexts((text) => datesOf(text).join(' or ') || spoken(text), mayBeSameDate),
  gender: {
    ...ofTexts(genderOf, (one, other) => isUnknown(one) || isUnknown(other)),
    isNothing: isUnknown,
  },
  country: words,
  flag: flags,
  flagOrText: flags,
  numberOrText: words,
  time: words,
});
