import type { ListField, SourceFields } from '@numscope/contracts';
import { listFields } from '@numscope/contracts/profile-fields';
import { cleanFields } from './clean-fields.ts';

type Item = Readonly<Record<string, unknown>>;

/** One or many texts, however the source wrote them. */
const textsOf = (value: unknown): string[] => {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((each) => (typeof each === 'string' || typeof each === 'number' ? [String(each)] : []));
};

const nameOf = ({ firstName, lastNames }: Item): string => [...textsOf(firstName), ...textsOf(lastNames)].join(' ');

type TextList = Exclude<ListField, 'names' | 'socialNetworks' | 'photos'>;
const notTexts: ReadonlySet<ListField> = new Set(['names', 'socialNetworks', 'photos']);
const textLists = listFields.filter((field): field is TextList => !notTexts.has(field));
/** What an item calls a list otherwise than a profile. */
const itemNames: Partial<Record<TextList, string>> = { sites: 'site' };

/**
 * A source's fields with the lists of what it found in other networks (DEEPWEB's `other`) beside its own. The single
 * values found there stay in `other` alone: they are the account's, and need not be the person's.
 */
export function withOtherNetworks(fields: SourceFields): SourceFields {
  if (!fields.other) return fields;
  // One list for all items: an answer may have tens of thousands, and to copy it for each took seconds.
  const all = { ...fields };
  const names = [...(all.names ?? [])];
  const socialNetworks = [...(all.socialNetworks ?? [])];
  const lists = textLists.map((field) => ({ field, named: itemNames[field] ?? field, texts: [...(all[field] ?? [])] }));
  for (const [network, items] of Object.entries(fields.other)) {
    for (const item of items) {
      names.push({ name: nameOf(item), type: 'UNKNOWN' });
      for (const id of textsOf(item['socialNetworkId'])) socialNetworks.push({ id, socialNetwork: network });
      for (const { named, texts } of lists) for (const text of textsOf(item[named])) texts.push(text);
    }
  }
  Object.assign(all, { names, socialNetworks });
  for (const { field, texts } of lists) all[field] = texts;
  return cleanFields(all);
}
