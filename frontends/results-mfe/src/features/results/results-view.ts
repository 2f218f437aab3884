import { listField, numberField, sortField, textField } from '@numscope/ui';

/** The fields of the search filter, in the order in which they are suggested. */
export const filterFields = ['name', 'phone', 'email', 'socialNetwork', 'jobId', 'images'] as const;

/** What the address of the results holds: `q` the criteria, `profile` the open panel. */
export const resultsView = {
  page: numberField(0),
  q: listField(),
  sort: sortField({ field: 'confidence', direction: 'DESC' }, ['confidence', 'lastOnline', 'timestamp', 'phone']),
  profile: textField(),
};
