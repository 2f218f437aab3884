import { texts } from '../../texts/texts.ts';
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
} as const;

/** Ids of pictures are nothing that people read: they are counted, one is told by its beginning. */
export function picturesTogether(field: string, values: readonly string[]): string | null {
  if (field !== 'images') return null;
  return values.length === 1 ? `${values[0]?.slice(0, 8)}…` : texts('pictureCount', { count: values.length });
}

/** The person's words for a field of the search. */
export function fieldName(field: string): string {
  const known = filterFields.find((one) => one === field);
  return known === undefined ? field : texts(names[known]);
}
