import { defineTexts } from '@numscope/ui';

/** The texts of this remote. */
export const texts = defineTexts({
  title: 'Jobs',
  inAll: '{count} in all',
  number: 'No.',
  name: 'Name',
  status: 'Status',
  progress: 'Progress',
  sent: 'Sent',
  of: 'of {total}',
  created: 'Created',
  jobNumber: 'Number',
  createdBy: 'Created by',
  none: 'No jobs',
  noneMatch: 'No jobs match',
  jobLabel: 'Job {number}',
  failed: 'The list of jobs could not be loaded',
});
