/**
 * The fields of a profile, each told once and without zod (see lists.ts). How a field is read, checked, cleaned, merged, compared, exported,
 * imported, searched and shown follows from its entry here: mostly from its kind, for which each of these rules is told once.
 */

/** The criteria of a search. */
export const filterFields = ['name', 'phone', 'socialNetwork', 'email', 'images', 'jobId'] as const;
export type FilterField = (typeof filterFields)[number];

/** What the one value of a field is. */
export type SingleKind = 'text' | 'date' | 'gender' | 'country' | 'flag' | 'flagOrText' | 'numberOrText' | 'time';

/** What the items of a list are. Images are ids of stored pictures. */
export type ListKind = 'text' | 'name' | 'email' | 'phone' | 'account' | 'site' | 'image';

interface DescribedField {
  label: string;
  /** By which criterion of a search it is found; none: by no search. */
  search?: Exclude<FilterField, 'phone' | 'jobId'>;
}

/** One value; what others say stays in `provenance`, and is shown as disagreement unless the value moves. */
interface DescribedSingle extends DescribedField {
  one: SingleKind;
  /** It changes from one answer to the next, so that it tells nothing of who holds the number. */
  moves: boolean;
}

/** A list, united without repeats. */
interface DescribedList extends DescribedField {
  many: ListKind;
}

/**
 * In the order in which profiles are written, and by the names that they have there and as columns of exports and imports; only the ids of
 * `photos` are called `images` there.
 */
export const profileFields = {
  names: { many: 'name', label: 'Names', search: 'name' },
  firstName: { one: 'text', moves: false, label: 'First name', search: 'name' },
  lastName: { one: 'text', moves: false, label: 'Last name', search: 'name' },
  maidenName: { one: 'text', moves: false, label: 'Maiden name', search: 'name' },
  birthDate: { one: 'date', moves: false, label: 'Born' },
  gender: { one: 'gender', moves: false, label: 'Gender' },
  married: { one: 'flagOrText', moves: false, label: 'Married' },
  religion: { one: 'text', moves: false, label: 'Religion' },
  political: { one: 'text', moves: false, label: 'Political' },
  city: { one: 'text', moves: false, label: 'City' },
  country: { one: 'country', moves: false, label: 'Country' },
  university: { one: 'text', moves: false, label: 'University' },
  universityYearEnd: { one: 'numberOrText', moves: false, label: 'Year of degree' },
  faculty: { one: 'text', moves: false, label: 'Faculty' },
  chair: { one: 'text', moves: false, label: 'Chair' },
  about: { one: 'text', moves: true, label: 'About' },
  lastOnline: { one: 'time', moves: true, label: 'Last online' },
  online: { one: 'flag', moves: true, label: 'Online' },
  emails: { many: 'email', label: 'Emails', search: 'email' },
  phones: { many: 'phone', label: 'Phones' },
  addresses: { many: 'text', label: 'Addresses' },
  socialNetworks: { many: 'account', label: 'Networks', search: 'socialNetwork' },
  photos: { many: 'image', label: 'Photos', search: 'images' },
  friends: { many: 'text', label: 'Friends' },
  schools: { many: 'text', label: 'Schools' },
  work: { many: 'text', label: 'Work' },
  sites: { many: 'site', label: 'Sites' },
  additionalContact: { many: 'text', label: 'Additional contact' },
} as const satisfies Record<string, DescribedSingle | DescribedList>;

type Fields = typeof profileFields;
export type ProfileField = keyof Fields;
export type SingleField = { [F in ProfileField]: Fields[F] extends DescribedSingle ? F : never }[ProfileField];
export type ListField = Exclude<ProfileField, SingleField>;

export const fieldNames = Object.keys(profileFields) as ProfileField[];
export const isSingle = (field: ProfileField): field is SingleField => 'one' in profileFields[field];

export const singleFields = fieldNames.filter(isSingle);
export const listFields = fieldNames.filter((field): field is ListField => !isSingle(field));

/** A profile's single values where nobody says any. */
export const noValues = Object.fromEntries(singleFields.map((field) => [field, null])) as { readonly [F in SingleField]: null };

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
