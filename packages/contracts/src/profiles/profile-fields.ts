/**
 * The fields of a profile, each told once and without zod (see lists.ts). How a field is read, checked, cleaned,
 * merged, compared, exported and imported follows from its kind, for which each of these rules is told once.
 */

/** The criteria of a search. */
export const filterFields = [
  'name',
  'phone',
  'socialNetwork',
  'email',
  'images',
  'jobId',
  'address',
  'birthDate',
  'work',
  'school',
  'country',
  'source',
  'lineType',
  'carrier',
  'city',
  'confidence',
] as const;
export type FilterField = (typeof filterFields)[number];
/** The same for each of these fields. */
export const byFilterField = <T>(value: T) =>
  Object.fromEntries(filterFields.map((field) => [field, value])) as Record<FilterField, T>;

/** The criteria whose values are counted beside a search. */
export const facetFields = [
  'country',
  'city',
  'socialNetwork',
  'source',
  'confidence',
  'lineType',
  'jobId',
] as const satisfies readonly FilterField[];
export type FacetField = (typeof facetFields)[number];

/** The same for each of these fields. */
export const byFacetField = <T>(of: (field: FacetField) => T) =>
  Object.fromEntries(facetFields.map((field) => [field, of(field)])) as Record<FacetField, T>;

/** How sure it is that a profile's values are of one holder, in words. */
export const confidenceBands = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type ConfidenceBand = (typeof confidenceBands)[number];

/** High from 0.80, medium from 0.50, else low. */
export function confidenceBand(confidence: number): ConfidenceBand {
  return confidence >= 0.8 ? 'HIGH' : confidence >= 0.5 ? 'MEDIUM' : 'LOW';
}

/**
 * What the one value of a field is. A `name` is a text that the person is searched by, a `place` one that is compared
 * by what a place is called in several languages.
 */
export type SingleKind =
  | 'text'
  | 'name'
  | 'place'
  | 'date'
  | 'gender'
  | 'country'
  | 'flag'
  | 'flagOrText'
  | 'numberOrText'
  | 'time';

/** What the items of a list are. Images are ids of stored pictures. */
export type ListKind = 'text' | 'name' | 'email' | 'phone' | 'account' | 'site' | 'image';

/** One value; what others say stays in `provenance`. */
interface DescribedSingle {
  one: SingleKind;
}

/** A list, united without repeats. */
interface DescribedList {
  many: ListKind;
}

/**
 * In the order in which profiles are written, and by the names that they have there and as columns of exports and
 * imports; only the ids of `photos` are called `images` there.
 */
export const profileFields = {
  names: { many: 'name' },
  firstName: { one: 'name' },
  lastName: { one: 'name' },
  maidenName: { one: 'name' },
  birthDate: { one: 'date' },
  gender: { one: 'gender' },
  married: { one: 'flagOrText' },
  religion: { one: 'text' },
  political: { one: 'text' },
  city: { one: 'place' },
  country: { one: 'country' },
  university: { one: 'text' },
  universityYearEnd: { one: 'numberOrText' },
  faculty: { one: 'text' },
  chair: { one: 'text' },
  about: { one: 'text' },
  lastOnline: { one: 'time' },
  online: { one: 'flag' },
  // The type of the number's account in a messenger, as TamTam tells it.
  accountType: { one: 'text' },
  accountStatus: { one: 'text' },
  emails: { many: 'email' },
  phones: { many: 'phone' },
  addresses: { many: 'text' },
  socialNetworks: { many: 'account' },
  photos: { many: 'image' },
  friends: { many: 'text' },
  schools: { many: 'text' },
  work: { many: 'text' },
  sites: { many: 'site' },
  additionalContact: { many: 'text' },
  accountOptions: { many: 'text' },
} as const satisfies Record<string, DescribedSingle | DescribedList>;

type Fields = typeof profileFields;
export type ProfileField = keyof Fields;
export type SingleField = { [F in ProfileField]: Fields[F] extends DescribedSingle ? F : never }[ProfileField];
export type ListField = Exclude<ProfileField, SingleField>;

export const fieldNames = Object.keys(profileFields) as ProfileField[];
export const isSingle = (field: ProfileField): field is SingleField => 'one' in profileFields[field];

export const singleFields = fieldNames.filter(isSingle);
export const listFields = fieldNames.filter((field): field is ListField => !isSingle(field));

/** What changes from day to day, or from one messenger to the next: that sources say it differently is no disagreement and says nothing of the holder. */
export const movingFields = [
  'about',
  'lastOnline',
  'online',
  'accountType',
  'accountStatus',
] as const satisfies SingleField[];

/** What is compared of two passes of a job: what a source may say, but for what is other at every moment. */
export type ComparedField = Exclude<ProfileField, 'lastOnline' | 'online'> | 'line' | 'numbering' | 'other';
export const comparedFields: readonly ComparedField[] = [
  ...fieldNames.filter((field) => field !== 'lastOnline' && field !== 'online'),
  'line',
  'numbering',
  'other',
];

/** A profile's single values where nobody says any. */
export const noValues = Object.fromEntries(singleFields.map((field) => [field, null])) as {
  readonly [F in SingleField]: null;
};

/** A rule that is told for each kind of single value, as the rule of each field. */
export const bySingleField = <Rules extends Readonly<Record<SingleKind, unknown>>>(rules: Rules) =>
  Object.fromEntries(singleFields.map((field) => [field, rules[profileFields[field].one]])) as {
    readonly [F in SingleField]: Rules[Fields[F]['one']];
  };

/** A rule that is told for each kind of item, as the rule of each list. */
export const byListField = <Rules extends Readonly<Record<ListKind, unknown>>>(rules: Rules) =>
  Object.fromEntries(listFields.map((field) => [field, rules[profileFields[field].many]])) as {
    readonly [F in ListField]: Rules[Fields[F]['many']];
  };

/** The fields that `changed` of `profile.updated` can name: those whose values are compared with those of before. */
export const changeableFields = [
  ...singleFields,
  ...listFields,
  'images',
  'sources',
  'line',
  'numbering',
  'confidence',
  'disagreements',
  'otherHolder',
  'earlier',
  'jobs',
] as const;
