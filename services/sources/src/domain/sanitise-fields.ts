import { Numbering, type SourceFields } from '@numscope/contracts';
import {
  isItem,
  readFlag,
  readFlagOrText,
  readNames,
  readNetworks,
  readNumberOrText,
  readText,
  readTexts,
  readTime,
} from './field-shapes.ts';

const texts = [
  'firstName',
  'lastName',
  'maidenName',
  'birthDate',
  'gender',
  'religion',
  'political',
  'city',
  'country',
  'university',
  'faculty',
  'chair',
  'about',
] as const;
const textLists = ['emails', 'phones', 'addresses', 'friends', 'schools', 'work', 'sites', 'additionalContact', 'photos'] as const;

/** Every name of a field that a mapping may have. */
export const mappableFields: ReadonlySet<string> = new Set<keyof SourceFields>([
  ...texts,
  ...textLists,
  'married',
  'universityYearEnd',
  'lastOnline',
  'online',
  'names',
  'socialNetworks',
  'numbering',
  'other',
]);

function readOther(value: unknown): SourceFields['other'] | null {
  if (!isItem(value)) return null;
  const networks = Object.entries(value)
    .map(([network, items]) => [network.trim(), (Array.isArray(items) ? items : [items]).filter(isItem)] as const)
    .filter(([network, items]) => network !== '' && items.length > 0);
  return networks.length > 0 ? Object.fromEntries(networks.map(([network, items]) => [network, items.map((item) => ({ ...item }))])) : null;
}

/**
 * Whatever a source sent, as fields: each read leniently by itself, so that one odd value costs nothing but itself; an item of the wrong shape is
 * dropped, an unknown word is kept as text, empties go. Photos stay as they were sent. Null when nothing is left.
 */
export function sanitiseFields(sent: unknown): SourceFields | null {
  if (!isItem(sent)) return null;
  const fields: Partial<Record<keyof SourceFields, unknown>> = {};
  const keep = (name: keyof SourceFields, value: unknown): void => {
    if (value !== null && !(Array.isArray(value) && value.length === 0)) fields[name] = value;
  };
  for (const name of texts) if (sent[name] !== undefined) keep(name, readText(sent[name]));
  for (const name of textLists) if (sent[name] !== undefined) keep(name, readTexts(sent[name]));
  keep('married', readFlagOrText(sent['married']));
  keep('universityYearEnd', readNumberOrText(sent['universityYearEnd']));
  keep('lastOnline', readTime(sent['lastOnline']));
  keep('online', readFlag(sent['online']));
  keep('names', readNames(sent['names']));
  keep('socialNetworks', readNetworks(sent['socialNetworks']));
  // Asked first, because zod's refusal of what is not there costs more than all the rest.
  if (isItem(sent['numbering'])) keep('numbering', Numbering.safeParse(sent['numbering']).data ?? null);
  keep('other', readOther(sent['other']));
  return Object.keys(fields).length > 0 ? (fields as SourceFields) : null;
}
