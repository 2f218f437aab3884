import { type JobStatus, jobStatuses } from '@numscope/contracts';
import { choiceField, flagField, pageField, type QueryField, sortField, textField } from '@numscope/ui';
import { validities } from '../job/validity.ts';

/** A deleted job answers 404, so there is nothing to list. */
export const listedStatuses = jobStatuses.filter((status) => status !== 'DELETED');

/** What the list shows unless somebody says otherwise. */
export const openStatuses = listedStatuses.filter((status) => status !== 'MERGED');

const ANY = 'ANY';

/** The statuses to show; any of them is written as one word. */
const statusField: QueryField<JobStatus[]> = {
  fallback: openStatuses,
  read: (values) => {
    if (values.includes(ANY)) return listedStatuses;
    const known = listedStatuses.filter((status) => values.includes(status));
    return known.length === 0 ? undefined : known;
  },
  write: (value) => (value.length === listedStatuses.length ? [ANY] : value),
};

/** The columns of the list that the server can sort by. */
const jobSortFields = ['number', 'name', 'status', 'progress', 'phonesSent', 'createdOn'] as const;

/** What the address of the jobs screen holds; `job` is the number whose panel is open. */
export const jobsView = {
  page: pageField,
  name: textField(),
  number: textField(),
  by: textField(),
  status: statusField,
  main: flagField(true),
  sort: sortField({ field: 'number', direction: 'DESC' }, jobSortFields),
  job: textField(),
  tab: textField(),
  show: choiceField(validities, 'all'),
  /** Which dialog for creating a job is open; empty: none. */
  create: choiceField(['', 'file', 'range'], ''),
};

export const sameStatuses = (one: readonly JobStatus[], other: readonly JobStatus[]): boolean =>
  one.length === other.length && one.every((status) => other.includes(status));
