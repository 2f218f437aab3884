import type { ListField, Profile, SingleField, UnitedName } from '@numscope/contracts';
import { byListField, bySingleField, listFields, singleFields } from '@numscope/contracts/profile-fields';
import type { IndexField } from '@numscope/platform';
import { isEmpty } from '../domain/changed-fields.ts';
import { knownFields, type SearchedField } from './known-fields.ts';
import { accountTerms, emailTerm, imageTerm, phoneTerm, wordTerms } from './terms.ts';

/** The field of the index by which the values of a profile's field are found, and the terms of such a value there. */
interface FoundBy<Value> {
  index: IndexField;
  terms(value: Value): string[];
}
const by = <Value>(index: IndexField, terms: (value: Value) => string[]): FoundBy<Value> => ({ index, terms });

/** Told for each kind of value; null: nobody searches by it. */
const singles: { readonly [F in SingleField]: FoundBy<Profile[F]> | null } = bySingleField({
  name: by('name', (name: string | null) => (name === null ? [] : wordTerms(name))),
  text: null,
  place: null,
  date: null,
  gender: null,
  country: null,
  flag: null,
  flagOrText: null,
  numberOrText: null,
  time: null,
});
type PlainList = Exclude<ListField, 'photos'>;
/** The photos stand in a profile as `images`. */
const { photos: images, ...otherLists } = byListField({
  name: by('name', (names: UnitedName[]) => names.flatMap(({ name, forms = [name] }) => forms.flatMap(wordTerms))),
  email: by('email', (emails: string[]) => emails.map(emailTerm)),
  account: by('socialNetwork', (accounts: Profile['socialNetworks']) => accounts.flatMap(accountTerms)),
  image: by('image', (ids: string[]) => ids.map(imageTerm)),
  text: null,
  phone: by('phone', (phones: string[]) => phones.map(phoneTerm).filter((term) => term !== '')),
  site: null,
});
const lists: { readonly [F in PlainList]: FoundBy<Profile[F]> | null } = otherLists;
const isPlainList = (field: ListField): field is PlainList => field !== 'photos';

const none: readonly string[] = [];
function searched<Value>(foundBy: FoundBy<Value> | null, read: (profile: Profile) => Value): SearchedField[] {
  if (foundBy === null) return [];
  const terms = (profile: Profile): readonly string[] => {
    const value = read(profile);
    return isEmpty(value) ? none : foundBy.terms(value);
  };
  return [{ index: foundBy.index, terms }];
}
const single = <F extends SingleField>(field: F) => searched<Profile[F]>(singles[field], (profile) => profile[field]);
const list = <F extends PlainList>(field: F) => searched<Profile[F]>(lists[field], (profile) => profile[field]);

const searchedFields: readonly SearchedField[] = [
  ...listFields.filter(isPlainList).flatMap((field) => list(field)),
  ...singleFields.flatMap((field) => single(field)),
  ...searched(images, (profile) => profile.images),
  ...knownFields,
];

/** The terms of what sources said of a person, each once, by the fields of the index. */
export function profileTerms(profile: Profile): Partial<Record<IndexField, readonly string[]>> {
  const found: Partial<Record<IndexField, readonly string[]>> = {};
  for (const { index, terms } of searchedFields) {
    const further = terms(profile);
    // An empty list would cross every border between threads for nothing.
    if (further.length === 0) continue;
    const before = found[index];
    found[index] = before || further.length > 1 ? [...new Set([...(before ?? []), ...further])] : further;
  }
  return found;
}
