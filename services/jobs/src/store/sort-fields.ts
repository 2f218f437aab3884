import type { jobSortFields } from '@numscope/contracts';
import type { JobState } from '../domain/job-state.ts';
import { askedIn, progressOf, total } from '../domain/phone-status.ts';
import type { JobRecord } from './job-store.port.ts';

export type JobSortField = (typeof jobSortFields)[number];
type CountedField = 'totalPhoneNumbers' | 'phonesSent' | 'progress';
type StoredField = Exclude<JobSortField, CountedField>;

/** What a list of jobs can be sorted by and how both stores call it; what is counted comes besides. */
export const storedFields: Readonly<Record<StoredField, keyof JobState | 'folded'>> = {
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

/** What is counted of a job, as it is shown. */
const countedFields: Readonly<Record<CountedField, (job: JobRecord) => number>> = {
  totalPhoneNumbers: ({ tally }) => total(tally),
  phonesSent: ({ tally }) => askedIn(tally),
  progress: ({ tally, status }) => progressOf(tally, status === 'DONE'),
};

export const isCounted = (field: JobSortField): field is CountedField => Object.hasOwn(countedFields, field);

/** The value of a job that is sorted by. */
export const sortValue = (job: JobRecord, field: JobSortField): string | number | null =>
  isCounted(field) ? countedFields[field](job) : field === 'name' ? job.name.toLowerCase() : job[field];

const sumOf = (phones: string): string => `COALESCE(SUM(${phones}), 0)`;
/** Parts that have not begun the job's present pass count as unanswered. */
const inPass = (phones: string): string =>
  sumOf(`CASE WHEN job.main OR part.pass = job.pass THEN ${phones} ELSE 0 END`);
const ofParts = (value: string): string => `(SELECT ${value} FROM part WHERE part.job = job.key)`;
const VALID = 'pending + sent + waiting + found + not_found + failed';

/** The SQL that sorts by each field: of what is counted the same as above, without reading every job. */
export const sortFields: Readonly<Record<JobSortField, string>> = {
  ...storedFields,
  totalPhoneNumbers: ofParts(sumOf(`${VALID} + not_valid`)),
  phonesSent: ofParts(inPass('sent + waiting + found + not_found + failed')),
  progress: ofParts(
    `CASE ${sumOf(VALID)} WHEN 0 THEN 1000 * (job.status = 'DONE')
     ELSE ${inPass('found + not_found + failed')} * 1000 / ${sumOf(VALID)} END`,
  ),
};
