import type { SourceFields } from '@numscope/contracts';
import { cleanFields } from './clean-fields.ts';

type Item = Readonly<Record<string, unknown>>;

/** One or many texts, however the source wrote them. */
const textsOf = (value: unknown): string[] => {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((each) => (typeof each === 'string' || typeof each === 'number' ? [String(each)] : []));
};

const nameOf = ({ firstName, lastNames }: Item): string => [...textsOf(firstName), ...textsOf(lastNames)].join(' ');

function listsOf(network: string, item: Item): SourceFields {
  return {
    names: [{ name: nameOf(item), type: 'UNKNOWN' }],
    socialNetworks: textsOf(item['socialNetworkId']).map((id) => ({ id, socialNetwork: network })),
    emails: textsOf(item['emails']),
    phones: textsOf(item['phones']),
    addresses: textsOf(item['addresses']),
    friends: textsOf(item['friends']),
    schools: textsOf(item['schools']),
    work: textsOf(item['work']),
    sites: textsOf(item['site']),
    additionalContact: textsOf(item['additionalContact']),
  };
}

const joined = <T>(a: T[] | undefined, b: T[] | undefined): T[] => [...(a ?? []), ...(b ?? [])];

function merge(into: SourceFields, more: SourceFields): SourceFields {
  return {
    ...into,
    names: joined(into.names, more.names),
    socialNetworks: joined(into.socialNetworks, more.socialNetworks),
    emails: joined(into.emails, more.emails),
    phones: joined(into.phones, more.phones),
    addresses: joined(into.addresses, more.addresses),
    friends: joined(into.friends, more.friends),
    schools: joined(into.schools, more.schools),
    work: joined(into.work, more.work),
    sites: joined(into.sites, more.sites),
    additionalContact: joined(into.additionalContact, more.additionalContact),
  };
}

/**
 * A source's fields with the lists of what it found in other networks (DEEPWEB's `other`) beside its own. The single values found there stay in
 * `other` alone: they are the account's, and need not be the person's.
 */
export function withOtherNetworks(fields: SourceFields): SourceFields {
  if (!fields.other) return fields;
  let all = fields;
  for (const [network, items] of Object.entries(fields.other)) for (const item of items) all = merge(all, listsOf(network, item));
  return cleanFields(all);
}
