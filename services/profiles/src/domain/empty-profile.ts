import type { Profile } from '@numscope/contracts';
import { noValues } from '@numscope/contracts/profile-fields';
import { type ListValues, noItems } from './fold-lists.ts';
import type { SingleValues } from './fold-singles.ts';

const { names, emails, phones, addresses, socialNetworks, photos, ...otherLists } = noItems;
/**
 * Nothing known, in the order in which profiles are written: a copy of one object is the quickest way to an object of
 * many names. Its photos are ids of pictures.
 */
export const emptyProfile: SingleValues &
  ListValues &
  Pick<Profile, 'id' | 'phone' | 'sources' | 'images' | 'disagreements' | 'otherHolder' | 'earlier' | 'line'> = {
  id: '',
  phone: '',
  names,
  ...noValues,
  emails,
  phones,
  addresses,
  socialNetworks,
  sources: photos,
  images: photos,
  photos,
  ...otherLists,
  disagreements: [],
  otherHolder: null,
  earlier: [],
  line: null,
};
