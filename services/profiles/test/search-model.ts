import {
  type FilterField,
  networkTwins,
  type Profile,
  type ProfileFilter,
  socialNetworks,
  words,
} from '@numscope/contracts';

type Filters = ProfileFilter['filters'];

const low = (text: string): string => text.trim().toLowerCase();
const isTwin = (a: string, b: string): boolean => a === b || networkTwins[a] === b;

/** Whether one value of one field fits a profile: the written rules, without an index. */
const fits: Readonly<Record<FilterField, (profile: Profile, value: string, jobIds: readonly string[]) => boolean>> = {
  name: (profile, value) => {
    const asked = words(value);
    const last = asked.pop();
    const own = [
      ...profile.names.map(({ name }) => name),
      profile.firstName ?? '',
      profile.lastName ?? '',
      profile.maidenName ?? '',
    ].flatMap(words);
    return last !== undefined && asked.every((word) => own.includes(word)) && own.some((word) => word.startsWith(last));
  },
  phone: (profile, value) => /\d/.test(value) && profile.phone.startsWith(`+${value.replaceAll(/\D/g, '')}`),
  email: (profile, value) => profile.emails.some((email) => email.startsWith(low(value))),
  images: (profile, value) => profile.images.includes(low(value)),
  jobId: (profile, value, jobIds) =>
    jobIds.includes(low(value)) || profile.jobs.some((number) => String(number) === value.trim()),
  socialNetwork: (profile, value) => {
    const asked = value.trim().toUpperCase();
    const known = (socialNetworks as readonly string[]).includes(asked);
    return profile.socialNetworks.some(
      ({ id, socialNetwork }) =>
        isTwin(asked, socialNetwork.toUpperCase()) || (!known && low(id).startsWith(low(value))),
    );
  },
};

/** Whether a profile is a hit of a filter. */
export function isHit(profile: Profile, jobIds: readonly string[], filters: Filters): boolean {
  const used = (Object.keys(fits) as FilterField[]).flatMap((field) => {
    const filter = filters[field];
    return filter && filter.values.length > 0
      ? [{ ...filter, fit: (value: string) => fits[field](profile, value, jobIds) }]
      : [];
  });
  const ticked = used.filter(({ and }) => and);
  const unticked = used.filter(({ and }) => !and);
  return (
    ticked.every(({ values, fit }) => values.every(fit)) &&
    (unticked.length === 0 || unticked.some(({ values, fit }) => values.some(fit)))
  );
}
