import type { jobSortFields } from '@numscope/contracts';
import type { JobState } from '../domain/job-state.ts';

export type JobSortField = (typeof jobSortFields)[number];
export type CountedField = 'totalPhoneNumbers' | 'phonesSent' | 'progress';

const phonesIn = (columns: string): string => `(SELECT SUM(${columns}) FROM part WHERE part.job = job.key)`;
const ALL = 'pending + sent + found + not_found + failed + not_valid + waiting';

/** What a list of jobs can be sorted by and how both stores call it; what is counted comes besides. */
export const storedFields: Readonly<Record<Exclude<JobSortField, CountedField>, keyof JobState | 'folded'>> = {
  number: 'number',
  id: 'id',
  name: 'folded',
  status: 'status',
  type: 'type',
  createdOn: 'created_on',
  createdBy: 'created_by',
  startedOn: 'started_on',
  finishedOn: 'finished_on',
  iteration: 'iteration',
};

/** The SQL that sorts by each field. */
export const sortFields: Readonly<Record<JobSortField, string>> = {
  ...storedFields,
  totalPhoneNumbers: phonesIn(ALL),
  phonesSent: phonesIn('sent + waiting + found + not_found + failed'),
  progress: `${phonesIn('(found + not_found + failed) * 1.0')} / MAX(1, ${phonesIn('pending + sent + waiting + found + not_found + failed')})`,
};
