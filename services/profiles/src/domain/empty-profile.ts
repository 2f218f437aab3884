import type { Disagreement, EarlierHolder, OtherHolder, Profile } from '@numscope/contracts';
import { noValues } from '@numscope/contracts/profile-fields';
import { noItems } from './fold-lists.ts';
import type { SingleValues } from './fold-singles.ts';

const { names, emails, phones, addresses, socialNetworks, photos, ...otherLists } = noItems;
const singles: SingleValues = noValues;
const noDisagreements: Disagreement[] = [];
const noLine = (): Profile['line'] => null;
const noOtherHolder = (): OtherHolder | null => null;
const noEarlier: EarlierHolder[] = [];
/**
 * Nothing known, in the order in which profiles are written: a copy of one object is the quickest way to an object of
 * many names.
 */
export const emptyProfile = {
  id: '',
  phone: '',
  names,
  ...singles,
  emails,
  phones,
  addresses,
  socialNetworks,
  sources: photos,
  images: photos,
  photos,
  ...otherLists,
  disagreements: noDisagreements,
  otherHolder: noOtherHolder(),
  earlier: noEarlier,
  line: noLine(),
};
