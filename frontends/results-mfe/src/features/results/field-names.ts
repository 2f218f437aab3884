import { texts } from '../../texts/texts.ts';
import { facetText } from './facet-text.ts';
import { filterFields } from './results-view.ts';

const names = {
  name: 'fieldName',
  phone: 'fieldPhone',
  socialNetwork: 'fieldSocialNetwork',
  email: 'fieldEmail',
  address: 'fieldAddress',
  birthDate: 'fieldBirthDate',
  work: 'fieldWork',
  school: 'fieldSchool',
  country: 'fieldCountry',
  carrier: 'fieldCarrier',
  lineType: 'fieldLineType',
  source: 'fieldSource',
  jobId: 'fieldJobId',
  images: 'fieldImages',
  city: 'city',
  confidence: 'confidence',
} as const;

/**
 * What stands for the values of a field in the search, where it is not the values themselves. Ids of pictures are nothing
 * that people read: they are counted, one is told by its beginning.
 */
export function valuesTogether(field: string, values: readonly string[]): string | null {
  const [only = ''] = values;
  if ((field === 'city' || field === 'confidence') && values.length === 1) return facetText(field, only);
  if (field !== 'images') return null;
  return values.length === 1 ? `${values[0]?.slice(0, 8)}…` : texts('pictureCount', { count: values.length });
}

/** The person's words for a field of the search. */
export function fieldName(field: string): string {
  const known = filterFields.find((one) => one === field);
  return known === undefined ? field : texts(names[known]);
}
