import type { EarlierHolder, Profile } from '@numscope/contracts';
import { SANDBOX } from '@numscope/contracts/lists';
import { disagreementText } from './table-columns.ts';

/** What says who holds, or held, a number. */
export type Holder = Profile | EarlierHolder;

/** A word for whoever receives an export that nobody real is described. */
export const MADE_UP = 'made-up';

export const isMadeUp = ({ sources }: Pick<Profile, 'sources'>): boolean => sources.includes(SANDBOX);

/** Whether anything is said of a person, and not of the number alone. */
export const describesHolder = (holder: Holder): boolean =>
  [
    holder.names,
    holder.emails,
    holder.addresses,
    holder.socialNetworks,
    holder.sites,
    holder.work,
    holder.schools,
    holder.friends,
  ].some((list) => list.length > 0) ||
  [holder.firstName, holder.lastName, holder.birthDate, holder.gender, holder.about].some((value) => value !== null);

/** All spellings of all names, the first that is shown before the others. */
export function namesOf({ names, firstName, lastName }: Holder): string[] {
  const spelt = names.flatMap(({ name, forms = [] }) => [name, ...forms]);
  const parts = [firstName, lastName].filter((part) => part !== null).join(' ');
  return [...new Set(spelt.length > 0 || parts === '' ? spelt : [parts])];
}

/** How sure it is, and what sources say otherwise: nobody should take a value for more than it is. */
export function doubtsOf({ confidence, disagreements }: Holder): string[] {
  return [
    `Confidence that these values describe one holder: ${confidence}`,
    ...disagreements.map((each) => `Sources disagree. ${disagreementText(each)}`),
  ];
}

type Further = Pick<
  Holder,
  | 'maidenName'
  | 'married'
  | 'city'
  | 'university'
  | 'universityYearEnd'
  | 'faculty'
  | 'chair'
  | 'friends'
  | 'additionalContact'
>;

/** Fields for which no format has a place, in words. */
export function furtherWords({ friends, additionalContact, ...fields }: Further): string[] {
  const { maidenName, married, city, university, universityYearEnd, faculty, chair } = fields;
  const single = { maidenName, married, city, university, universityYearEnd, faculty, chair };
  return [
    ...Object.entries(single).flatMap(([field, value]) => (value === null ? [] : [`${field}: ${String(value)}`])),
    ...friends.map((friend) => `friend: ${friend}`),
    ...additionalContact.map((contact) => `additionalContact: ${contact}`),
  ];
}

/** When a former holder had the number. */
export const heldUntil = (phone: string, { until }: EarlierHolder): string =>
  `Held ${phone} until about ${new Date(until).toISOString().slice(0, 10)}`;

/** What is said of the line today, in words. */
export function lineNotes({ line, numbering }: Profile): string[] {
  const told = Object.entries(line ?? {}).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return [
    ...told.map(([field, value]) => `line.${field}: ${Array.isArray(value) ? value.join(', ') : String(value)}`),
    ...(numbering?.carrier ? [`First assigned to ${numbering.carrier}, which need not be its carrier today`] : []),
  ];
}
