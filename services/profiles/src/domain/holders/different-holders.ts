import type { HolderReason } from '@numscope/contracts';
import type { Evidence } from '../holder-evidence.ts';
import { birthMatch, share } from '../holder-evidence.ts';
import type { nameMatches } from '../names-of.ts';

/**
 * How much more probable it is that two answers are of two persons than of one, as a logarithm, by what both speak of:
 * log(u / m) of Fellegi and Sunter's linkage of records (1969), where m is how often answers of one person agree (or
 * disagree) in it, and u how often those of two do. The numbers and what they stand for are in docs/profile-rules.md.
 */
const weights = {
  name: { same: -3, part: -1, other: 3 },
  birthDate: { same: -5, part: 0, other: 3.5 },
  gender: { same: -0.6, other: 2.3 },
  emails: { shared: -4, apart: 1.2 },
  accounts: { shared: -4, apart: 1.2 },
  photos: { shared: -3, apart: 0 },
};

const LEAST_LETTERS = 3;

/** A given name or surname in common: who marries changes half of the name. */
const shareWord = (one: Evidence, other: Evidence): boolean => {
  const words = ({ names }: Evidence): Set<string> =>
    new Set(names.compared.flatMap(({ compared }) => compared.words.filter((word) => word.length >= LEAST_LETTERS)));
  return share(words(one), words(other));
};

/** How far something agrees: 1, 0, or between them in part; null where one says nothing of it. */
const weightOf = ({ same, part, other }: typeof weights.name, match: number | null): number =>
  match === null ? 0 : match === 1 ? same : match === 0 ? other : part;

const genderWeight = (one: string | null, other: string | null): number =>
  one === null || other === null ? 0 : one === other ? weights.gender.same : weights.gender.other;

const listWeight = (
  ones: ReadonlySet<string>,
  others: ReadonlySet<string>,
  list: 'emails' | 'accounts' | 'photos',
): number => {
  if (ones.size === 0 || others.size === 0) return 0;
  return share(ones, others) ? weights[list].shared : weights[list].apart;
};

/** From this weight on two answers are of two persons, up to the other of one; between them nobody can tell. */
const TWO_PERSONS = 2.5;
const ONE_PERSON = -0.5;

/** Whether two answers are of one person: null where what both speak of is too little. */
export function areOneHolder(one: Evidence, other: Evidence, match: ReturnType<typeof nameMatches>): boolean | null {
  const name = match(one.names, other.names);
  const weight =
    weightOf(weights.name, name === 0 && shareWord(one, other) ? 0.5 : name) +
    weightOf(weights.birthDate, birthMatch(one.birthDate, other.birthDate)) +
    genderWeight(one.gender, other.gender) +
    (['emails', 'accounts', 'photos'] as const).reduce(
      (sum, list) => sum + listWeight(one[list], other[list], list),
      0,
    );
  if (weight >= TWO_PERSONS) return false;
  return weight <= ONE_PERSON ? true : null;
}

/** In what two answers of two persons differ. */
export function differencesOf(one: Evidence, other: Evidence, match: ReturnType<typeof nameMatches>): HolderReason[] {
  const differ = {
    NAMES: match(one.names, other.names) === 0,
    BIRTH_DATE: birthMatch(one.birthDate, other.birthDate) === 0,
    GENDER: one.gender !== null && other.gender !== null && one.gender !== other.gender,
    EMAILS: listWeight(one.emails, other.emails, 'emails') > 0,
    ACCOUNTS: listWeight(one.accounts, other.accounts, 'accounts') > 0,
  };
  return (['NAMES', 'BIRTH_DATE', 'GENDER', 'EMAILS', 'ACCOUNTS'] as const).filter((what) => differ[what]);
}
