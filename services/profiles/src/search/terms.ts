import type { SocialAccount } from '@numscope/contracts';
import { wordForms, words } from '@numscope/contracts/folding';
import { networkTwins } from '@numscope/contracts/lists';
import { datesOf, yearBesideName } from '../domain/comparison/dates.ts';
import { knownPlace, placeWords } from '../domain/comparison/places.ts';
import { remembered } from '../domain/comparison/remembered.ts';
import { countryCode } from '../domain/country-code.ts';

// How values of each search field become terms. Documents and queries both go through here, so that they cannot differ.

/** The digits alone: with or without the plus sign, blanks or brackets, it is one number. */
export const phoneTerm = (phone: string): string => phone.replace(/\D+/g, '');
export const emailTerm = (email: string): string => email.trim().toLowerCase();
/** Words of a name, an address, an employer or a school. */
export const wordTerms = (text: string): string[] => wordForms(text).flat();

/** What is asked of words: all of them, in one of these ways, the last as it may have been begun. Words before it are as they fold. */
export function askedWords(text: string): string[][] {
  const forms = wordForms(text);
  const before = forms.slice(0, -1).map(([folded = '']) => folded);
  return (forms.at(-1) ?? []).map((last) => [...before, last]);
}
/** A city by what it is called in any language: Toshkent is Tashkent. */
export const placeTerm = (place: string): string => `@${placeWords(place).join(' ')}`;
/** A city's own name alone, in the form in which people read it; one that is known by several names by its first. */
export const cityTerm = (city: string): string => knownPlace(city) ?? words(city).join(' ');
export const countryTerm = remembered((country) => countryCode(country).toLowerCase());
export const sourceTerm = (name: string): string => name.trim().toLowerCase();
/** FIXED_LINE, fixedLine and 'fixed line' are one. */
export const lineTypeTerm = remembered((type) => words(type).join(''));
export const carrierTerms = remembered((carrier): readonly string[] => words(carrier));

/** The days, months or years that a date in any form may mean; a text that is no date by its words. */
function dateTerms(date: string): string[] {
  const dates = datesOf(date);
  return dates.length > 0 ? [...dates] : [words(date).join(' ')].filter((text) => text !== '');
}

/** The same of a date that is asked for: a year beside what may be a first name stays that year, of which any month is. */
export function askedDateTerms(date: string): string[] {
  const year = yearBesideName(date);
  return year === null ? dateTerms(date) : [year];
}

/** A day is found by its month and its year as well. */
export const dateTermsWithin = (date: string): string[] =>
  dateTerms(date).flatMap((term) => (/^\d{4}-/.test(term) ? [term.slice(0, 4), term.slice(0, 7), term] : [term]));

export const imageTerm = (id: string): string => id.trim().toLowerCase();
export const jobTerm = (idOrNumber: string): string => idOrNumber.trim().toLowerCase();
export const accountTerm = (id: string): string => `i:${id.trim().toLowerCase()}`;

/** A network's term; networks that are one thing under two names share one. */
export function networkTerm(network: string): string {
  const name = network.trim().toUpperCase();
  const twin = networkTwins[name] ?? name;
  return `n:${(twin < name ? twin : name).toLowerCase()}`;
}

export const accountTerms = ({ id, socialNetwork }: SocialAccount): string[] => [
  networkTerm(socialNetwork),
  accountTerm(id),
];
