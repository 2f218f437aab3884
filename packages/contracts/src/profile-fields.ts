/** The names of a profile's fields, without zod (see lists.ts). */

/** Fields with one value; the others stay in `provenance` and are shown as disagreement. */
export const singleFields = [
  'firstName',
  'lastName',
  'maidenName',
  'birthDate',
  'gender',
  'married',
  'religion',
  'political',
  'city',
  'country',
  'university',
  'universityYearEnd',
  'faculty',
  'chair',
  'about',
  'lastOnline',
  'online',
] as const;

/** Fields that are lists, united without repeats. */
export const listFields = [
  'names',
  'emails',
  'phones',
  'addresses',
  'socialNetworks',
  'photos',
  'friends',
  'schools',
  'work',
  'sites',
  'additionalContact',
] as const;

export const filterFields = ['name', 'phone', 'socialNetwork', 'email', 'images', 'jobId'] as const;
