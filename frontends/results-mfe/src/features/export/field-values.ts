import {
  byListField,
  bySingleField,
  isSingle,
  type ListField,
  networkName,
  type Profile,
  type ProfileField,
  type ProvenanceEntry,
  type SingleField,
} from '@numscope/contracts';
import { accountText, nameText } from '@numscope/contracts/cell-items';
import { formatLastOnline } from '@numscope/ui/format/times.ts';
import type { Column } from '../../domain/fields.ts';
import { genderWord } from '../../domain/gender-word.ts';
import { agreeing, entriesByValue } from '../../domain/provenance.ts';

/** The words for values that are no texts of their own: flags, genders, countries. */
export interface ValueWords {
  of: (word: Column['header']) => string;
  country: (code: string) => string;
}

interface FieldValue {
  value: string | number | null;
  entries: readonly ProvenanceEntry[];
}

type Shown = string | number | null;
const same = <V extends Shown>(value: V): Shown => value;
const flag = (value: boolean | string | null, words: ValueWords): Shown =>
  typeof value === 'boolean' ? words.of(value ? 'yes' : 'no') : value;

function gender(value: string | null, words: ValueWords): Shown {
  const word = value === null ? null : genderWord(value);
  return word === null ? value : words.of(word);
}

/** How the value of a field is written, by its kind. */
const singles: { readonly [F in SingleField]: (value: Profile[F], words: ValueWords) => Shown } = bySingleField({
  text: same<string | null>,
  name: same<string | null>,
  place: same<string | null>,
  date: same<string | null>,
  gender,
  country: (value: string | null, words: ValueWords) => (value === null ? null : words.country(value)),
  flag,
  flagOrText: flag,
  numberOrText: same<string | number | null>,
  time: (value: number | null) => formatLastOnline(value),
});

/** The lists of a profile by their fields' names: the photos stand in it as `images`. */
const listsOf = (profile: Profile) => ({ ...profile, photos: profile.images });
type Lists = ReturnType<typeof listsOf>;
interface Item {
  text: string;
  /** As it stands in the provenance. */
  value: unknown;
}
const texts = (values: readonly string[]): Item[] => values.map((text) => ({ text, value: text }));

const lists: { readonly [F in ListField]: (values: Lists[F]) => Item[] } = byListField({
  text: texts,
  // Each spelling by itself: it is said by other sources than the next one.
  name: (names: Profile['names']) =>
    names.flatMap(({ name, type, forms = [name] }) =>
      forms.map((form) => ({ text: nameText(form, type), value: { name: form, type } })),
    ),
  email: texts,
  phone: texts,
  account: (accounts: Profile['socialNetworks']) =>
    accounts.map((account) => ({
      text: accountText({ ...account, socialNetwork: networkName(account.socialNetwork) }),
      value: account,
    })),
  site: texts,
  image: texts,
});

const singleValue = <F extends SingleField>(profile: Profile, field: F, words: ValueWords): FieldValue[] =>
  profile[field] === null ? [] : [{ value: singles[field](profile[field], words), entries: agreeing(profile, field) }];

function listValues<F extends ListField>(profile: Profile, field: F): FieldValue[] {
  const items = lists[field](listsOf(profile)[field]);
  if (items.length === 0) return [];
  const entries = entriesByValue(profile, field);
  return items.map(({ text, value }) => ({ value: text, entries: entries(value) }));
}

/** The values of a field as texts or numbers, each with who says it. */
export const fieldValues = (profile: Profile, field: ProfileField, words: ValueWords): FieldValue[] =>
  isSingle(field) ? singleValue(profile, field, words) : listValues(profile, field);
