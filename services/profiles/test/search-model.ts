import {
  type FilterField,
  networkTwins,
  type Profile,
  type ProfileFilter,
  socialNetworks,
  wordForms,
  words,
} from '@numscope/contracts';
import { datesOf } from '../src/domain/comparison/dates.ts';
import { knownPlace, placeWords } from '../src/domain/comparison/places.ts';

type Filters = ProfileFilter['filters'];

const low = (text: string): string => text.trim().toLowerCase();
const isTwin = (a: string, b: string): boolean => a === b || networkTwins[a] === b;

/** Whether all words of a value are among those of the texts; the last, of three letters or more, as a beginning. */
function hasWords(texts: ReadonlyArray<string | null>, value: string): boolean {
  return hasWordsFrom(texts, value, 3);
}

/** The last word in any form in which it may be typed, as a beginning if it has so many letters. */
function hasWordsFrom(texts: ReadonlyArray<string | null>, value: string, least: number): boolean {
  const own = texts.flatMap((text) => wordForms(text ?? '').flat());
  const last = wordForms(value).at(-1) ?? [];
  if (
    !words(value)
      .slice(0, -1)
      .every((word) => own.includes(word))
  )
    return false;
  return last.some((form) => own.some((word) => (form.length < least ? word === form : word.startsWith(form))));
}

/** Whether one value of one field fits a profile: the written rules, without an index. */
const fits: Readonly<
  Record<
    FilterField,
    (profile: Profile, value: string, jobIds: readonly string[], ownNetworks: readonly string[]) => boolean
  >
> = {
  name: ({ names, firstName, lastName, maidenName }, value) =>
    hasWordsFrom([...names.map(({ name }) => name), firstName, lastName, maidenName], value, 1),
  phone: (profile, value) =>
    /\d/.test(value) &&
    [profile.phone, ...profile.phones].some((phone) =>
      phone.replaceAll(/\D/g, '').startsWith(value.replaceAll(/\D/g, '')),
    ),
  email: (profile, value) => profile.emails.some((email) => email.startsWith(low(value))),
  images: (profile, value) => profile.images.includes(low(value)),
  jobId: (profile, value, jobIds) =>
    jobIds.includes(low(value)) || profile.jobs.some((number) => String(number) === value.trim()),
  socialNetwork: (profile, value, _jobIds, ownNetworks) => {
    const asked = value.trim().toUpperCase();
    const known = ownNetworks.includes(asked) || (socialNetworks as readonly string[]).includes(asked);
    return profile.socialNetworks.some(
      ({ id, socialNetwork }) =>
        isTwin(asked, socialNetwork.toUpperCase()) || (!known && low(id).startsWith(low(value))),
    );
  },
  address: ({ addresses, city }, value) =>
    hasWords([...addresses, city], value) || (city !== null && placeWords(city).join() === placeWords(value).join()),
  birthDate: (profile, value) =>
    (profile.provenance['birthDate'] ?? []).some((said) =>
      datesOf(String(said.value)).some((date) => datesOf(value).some((asked) => date.startsWith(asked))),
    ),
  work: (profile, value) => hasWords(profile.work, value),
  school: (profile, value) => hasWords([...profile.schools, profile.university, profile.faculty, profile.chair], value),
  country: (profile, value) => low(profile.country ?? '') === low(value),
  source: (profile, value) => profile.sources.some((source) => low(source) === low(value)),
  lineType: ({ line, numbering }, value) =>
    words(line?.lineType ?? numbering?.lineType ?? '').join('') === words(value).join(''),
  carrier: ({ line, numbering }, value) => {
    const own = words(line?.carrier ?? numbering?.carrier ?? '');
    return words(value).every((word) => own.includes(word));
  },
  city: ({ city }, value) =>
    city !== null &&
    words(value).length > 0 &&
    (words(city).join() === words(value).join() ||
      (placeWords(city).length === 1 &&
        knownPlace(city) !== null &&
        placeWords(city).join() === placeWords(value).join())),
  confidence: ({ confidence }, value) =>
    value === 'HIGH' ? confidence >= 0.8 : value === 'LOW' ? confidence < 0.5 : confidence >= 0.5 && confidence < 0.8,
};

/** Whether a profile is a hit of a filter. @param networks those that any profile has */
export function isHit(
  profile: Profile,
  jobIds: readonly string[],
  networks: readonly string[],
  filters: Filters,
): boolean {
  const used = (Object.keys(fits) as FilterField[]).flatMap((field) => {
    const filter = filters[field];
    return filter && (filter.values.length > 0 || (filter.not ?? []).length > 0)
      ? [{ ...filter, fit: (value: string) => fits[field](profile, value, jobIds, networks) }]
      : [];
  });
  const asked = used.filter(({ values }) => values.length > 0);
  const ticked = asked.filter(({ and }) => and);
  const unticked = asked.filter(({ and }) => !and);
  return (
    !used.some(({ not = [], fit }) => not.some(fit)) &&
    ticked.every(({ values, fit }) => values.every(fit)) &&
    (unticked.length === 0 || unticked.some(({ values, fit }) => values.some(fit)))
  );
}
