import type { ListField, ProfileName, SocialAccount, SourceFields } from '@numscope/contracts';
import { withoutEndSlashes } from '@numscope/contracts/end-slashes';
import { fewMarks } from '@numscope/contracts/few-marks';
import { byListField } from '@numscope/contracts/profile-fields';

const separators = /[\s\p{P}]+/gu;

/** Case, blanks and punctuation make no difference between two spellings of one text. */
export const looseText = (text: string): string =>
  fewMarks(text).normalize('NFC').toLowerCase().replace(separators, ' ').trim() || text;

const digits = (text: string): string => text.replace(/\D+/g, '') || looseText(text);

const siteKey = (site: string): string =>
  withoutEndSlashes(
    site
      .toLowerCase()
      .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
      .replace(/^www\./, ''),
  );

const exact = (text: string): string => text;

type Item<F extends ListField> = NonNullable<SourceFields[F]>[number];

/** Equal for two items of a list that are the same; names are united by more than this (see fold-names.ts). */
export const keyOf: { readonly [F in ListField]: (item: Item<F>) => string } = byListField({
  text: looseText,
  name: ({ name }: ProfileName) => looseText(name),
  email: exact,
  phone: digits,
  account: ({ id, socialNetwork }: SocialAccount) => `${socialNetwork}\n${id}`,
  site: siteKey,
  image: exact,
});
