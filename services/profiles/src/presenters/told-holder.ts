import { type EarlierHolder, isoDay, isoTime, type Profile } from '@numscope/contracts';
import { SANDBOX } from '@numscope/contracts/lists';
import { fieldNames, type ProfileField } from '@numscope/contracts/profile-fields';
import { isEmpty } from '../domain/changed-fields.ts';
import { disagreementText } from './table-columns.ts';

/** What says who holds, or held, a number. */
export type Holder = Profile | EarlierHolder;

/** A word for whoever receives an export that nobody real is described. */
export const MADE_UP = 'made-up';

/** That word for somebody made up, nothing for anybody else. */
export const madeUpMark = ({ sources }: Pick<Profile, 'sources'>): string[] =>
  sources.includes(SANDBOX) ? [MADE_UP] : [];

/** What is said of a field, as texts; empty where nothing is. */
function textsOf(holder: Holder, field: ProfileField): string[] {
  if (field === 'names') return holder.names.flatMap(({ name, forms = [name] }) => forms);
  if (field === 'socialNetworks')
    return holder.socialNetworks.map(({ id, socialNetwork }) => `${socialNetwork}: ${id}`);
  if (field === 'photos') return holder.images;
  if (field === 'lastOnline') return holder.lastOnline === null ? [] : [isoTime(holder.lastOnline)];
  const value = holder[field];
  if (value === null) return [];
  return (Array.isArray(value) ? value : [String(value)]).filter((text) => text !== '');
}

/** Whether anything is said of a person, and not of the number alone. */
export const describesHolder = (holder: Holder): boolean =>
  fieldNames.some((field) => textsOf(holder, field).length > 0);

/** All spellings of all names, the first that is shown before the others. */
export function namesOf({ names, firstName, lastName }: Holder): string[] {
  const spelt = names.flatMap(({ name, forms = [] }) => [name, ...forms]);
  const parts = [firstName, lastName].filter((part) => part !== null).join(' ');
  return [...new Set(spelt.length > 0 || parts === '' ? spelt : [parts])];
}

/** Whether a format has a place for a value of a field. */
export type Placed = { readonly [F in ProfileField]?: (text: string) => boolean };
export const always = (): boolean => true;

/** What one value of a list is called. */
const calledOf: { readonly [F in ProfileField]?: string } = {
  sites: 'site',
  schools: 'school',
  friends: 'friend',
  photos: 'image',
};

/**
 * What a format has no place for, in words, so that nothing is left out; then how sure it is, and what sources say
 * otherwise: nobody should take a value for more than it is.
 */
export const wordsOf = (holder: Holder, placed: Placed): string[] => [
  ...fieldNames.flatMap((field) =>
    textsOf(holder, field)
      .filter((text) => placed[field]?.(text) !== true)
      .map((text) => `${calledOf[field] ?? field}: ${text}`),
  ),
  `Confidence that these values describe one holder: ${holder.confidence}`,
  ...holder.disagreements.map((each) => `Sources disagree. ${disagreementText(each)}`),
];

/** When a former holder had the number. */
export const heldUntil = (phone: string, { until }: EarlierHolder): string =>
  `Held ${phone} until about ${isoDay(until)}`;

/** What is said of the number and its line, in words; formats have no places for it. */
export function lineNotes({ line, numbering, jobs }: Profile): string[] {
  const told = Object.entries(line ?? {}).filter(([, value]) => !isEmpty(value));
  return [
    ...told.map(([field, value]) => `line.${field}: ${Array.isArray(value) ? value.join(', ') : String(value)}`),
    ...(numbering?.carrier ? [`First assigned to ${numbering.carrier}, which need not be its carrier today`] : []),
    ...(numbering?.lineType ? [`Kind of line by the numbering plan: ${numbering.lineType}`] : []),
    ...(numbering?.region ? [`Region by the numbering plan: ${numbering.region}`] : []),
    ...(numbering && numbering.timeZones.length > 0
      ? [`Time zones by the numbering plan: ${numbering.timeZones.join(', ')}`]
      : []),
    ...(jobs.length > 0 ? [`Looked up by jobs: ${jobs.join(', ')}`] : []),
  ];
}
