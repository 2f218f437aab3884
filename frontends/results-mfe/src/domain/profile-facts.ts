import { networkName, type Profile, SANDBOX } from '@numscope/contracts';

/** The name to show first; empty when nobody says one. */
export const bestName = (profile: Pick<Profile, 'firstName' | 'lastName' | 'names'>): string =>
  [profile.firstName, profile.lastName].filter((part) => part !== null).join(' ') || (profile.names[0]?.name ?? '');

/** How else a name was written: in other scripts, orders and diminutives. */
export const otherForms = ({ name, forms = [] }: Profile['names'][number]): string =>
  forms.filter((form) => form !== name).join(', ');

/** Whether the person is made up, which every screen and export says. */
export const isMadeUp = (profile: Pick<Profile, 'sources'>): boolean => profile.sources.includes(SANDBOX);

/** Each network of a profile once, in its order. */
export const networksOf = (profile: Pick<Profile, 'socialNetworks'>): string[] => [
  ...new Set(profile.socialNetworks.map(({ socialNetwork }) => networkName(socialNetwork))),
];

/** Where the full page of a profile is, for this part of the console. */
export function profilePath(phone: string, pathname: string): string {
  if (pathname.startsWith('/ext')) return `/ext/results/${encodeURIComponent(phone)}`;
  return `/int?${new URLSearchParams({ profile: phone }).toString()}`;
}
