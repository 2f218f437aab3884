import * as z from 'zod';
import { pageOf, pageRequest, sortBy } from '../schemas/paging.ts';
import { Flag, Timestamp, wholeNumberText } from '../schemas/values.ts';
import { describedAs } from '../schemas/described.ts';
import { limits } from '../limits.ts';
import { jobSortFields, regions } from '../lists.ts';
import { JobAction, JobSchedule, JobStatus, JobSubtype, JobType } from '../schemas/vocabulary.ts';

const count = z.number().int().min(0);

/** A source over its quota, and from when on it allows calls again. */
export const SourceWait = z.object({ source: z.string(), resumesAt: Timestamp });
export type SourceWait = z.infer<typeof SourceWait>;

export const JobCounts = z.object({
  PENDING: count,
  SENT: count,
  FOUND: count,
  NOT_FOUND: count,
  FAILED: count,
  NOT_VALID: count,
});
export type JobCounts = z.infer<typeof JobCounts>;

/**
 * A job as everybody sees it. `progress` 0 to 100 of the valid numbers, rounded down to a tenth; `rate` in phones per
 * second now; `changedOn` when it got its present status, never earlier than when it got the one before, so that of two answers the older one is known;
 * `workedMs` how long it was in progress over all, without what it rested between, null while it is and where that is not known; `eta` the moment it should be done, null when unknown, as while it waits for a quota; `nextPassAt` when its next pass begins
 * by itself, null where none is planned; `toCome` how many results it waits for, or would if it went on: not those of numbers that were not asked when it
 * was stopped, while it asks again only what failed; `toRetry` how many numbers 'retry failed' would ask again, besides found ones that some source
 * did not answer for, null where it is refused; `actions` what this caller may do to it now.
 */
export const Job = z.object({
  id: z.string(),
  number: z.number().int(),
  name: z.string(),
  status: JobStatus,
  type: JobType,
  subtype: JobSubtype,
  iteration: count,
  pass: count,
  cyclic: z.boolean(),
  prioritized: z.boolean(),
  mainJob: z.boolean(),
  schedule: JobSchedule.nullable(),
  createdOn: Timestamp,
  createdBy: z.string(),
  startedOn: Timestamp.nullable(),
  finishedOn: Timestamp.nullable(),
  changedOn: Timestamp,
  workedMs: count.nullable(),
  phonesSent: count,
  totalPhoneNumbers: count,
  progress: z.number().min(0).max(100),
  counts: JobCounts,
  /** Sources whose quota some of its numbers wait for. */
  waiting: z.array(SourceWait),
  duplicates: count,
  skippedLines: count,
  rate: z.number().min(0),
  eta: Timestamp.nullable(),
  nextPassAt: Timestamp.nullable(),
  purpose: z.string().nullable(),
  mergedInto: z.number().int().nullable(),
  parentNumber: z.number().int().nullable(),
  toCome: count,
  toRetry: count.nullable(),
  actions: z.array(JobAction),
});
export type Job = z.infer<typeof Job>;
export const JobPage = pageOf(Job);

/** The status that is called for an action; merging and updating are calls of their own. */
export const statusOfAction = {
  PLAY: 'IN_PROGRESS',
  PAUSE: 'PAUSED',
  STOP: 'DONE',
  CANCEL: 'CANCELED',
  DELETE: 'DELETED',
} as const satisfies Partial<Record<JobAction, JobStatus>>;

export type StatusAction = keyof typeof statusOfAction;

const filterText = z.string().max(limits.filterChars);

/** Strict: with a misspelt name it would list every job. */
export const JobFilter = z.strictObject({
  ...pageRequest(limits.pageSize.jobs),
  jobName: filterText.optional(),
  jobId: filterText.optional(),
  /** A number, or its digits, which are converted to it as the specification says. */
  jobNumber: z
    .union([
      z.number().int(),
      z
        .string()
        .regex(/^\d{1,15}$/, 'must be a whole number')
        .transform(Number),
    ])
    .optional(),
  createdBy: filterText.optional(),
  status: z.array(JobStatus).optional(),
  /** The main job, and the sub-tasks of one super job, are left out unless asked for. */
  mainJob: z.boolean().optional(),
  parentNumber: z.number().int().optional(),
  sort: sortBy(jobSortFields).optional(),
});
export type JobFilter = z.infer<typeof JobFilter>;

/** What does not print: control and format characters, and line separators. */
const unprintable =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb';
const blank = '\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';
/** A text of printable characters that are not all blank: told by the first that is none, so that long ones take no time by the square. */
export const printablePattern = new RegExp(`^[${blank}]*[^${unprintable}${blank}][^${unprintable}]*$`);
const jobName = describedAs(z.string().nullish(), z.string().regex(printablePattern).max(limits.jobNameChars));
/** Passes; 0 is without end. */
const most = 1_000_000;
const iteration = z.number().int().min(0).max(most);

/** ISO code. */
export const Region = z.enum(regions, 'must be the ISO code of a country that has phones, as UZ');

/** What a form may say besides, however its phones come. */
const circumstances = {
  /** Reads what is no international number, with or without `+`; with `clean` first what is written as it is dialled. */
  region: Region.optional(),
  purpose: z.string().max(1000).optional(),
  schedule: JobSchedule.optional(),
};

/** The text fields of the multipart form; the file follows them. */
export const JobFileForm = z
  .object({
    // Not needed, and not looked at, where the phones go to another job.
    name: describedAs(z.string().nullish(), z.string().optional()),
    iteration: wholeNumberText(0, most).default(1),
    prioritised: Flag.default(false),
    hold: Flag.default(false),
    targetNumber: wholeNumberText(1).optional(),
    ...circumstances,
    skipInvalidLines: Flag.default(false),
    /** Takes phones as people write them (blanks, hyphens, brackets, `tel:`), and spreadsheets. */
    clean: Flag.default(false),
  })
  // As a condition, since generators of clients take `anyOf` for a choice among objects.
  .meta({ if: { required: ['targetNumber'] }, else: { required: ['name'] } });
export type JobFileForm = z.infer<typeof JobFileForm>;

const rangeEnd = describedAs(
  z.union([z.string(), z.number()]).nullish(),
  z.union([z.string().regex(/^\+?[0-9]{1,18}$/), z.number().int().min(0)]),
);

/** The ends are checked one by one in the service, so that each fault answers its specified text. */
export const JobRangeForm = z.object({
  name: jobName,
  from: rangeEnd,
  to: rangeEnd,
  iteration: iteration.default(1),
  prioritised: z.boolean().default(false),
  hold: z.boolean().default(false),
  ...circumstances,
});
export type JobRangeForm = z.infer<typeof JobRangeForm>;

/** PUT: the job create object without its phones. */
export const JobUpdateForm = z.object({
  name: jobName,
  iteration: iteration.optional(),
  prioritised: z.boolean().optional(),
  purpose: z.string().max(1000).nullish(),
  schedule: JobSchedule.nullish(),
});
const patch = { type: JobType.optional(), iteration: iteration.optional() };
export const JobPatch = describedAs(
  z.object(patch),
  z.object(patch).meta({ if: { required: ['type'] }, else: { required: ['iteration'] } }),
);
export const JobMerge = z.object({
  sourceNumbers: z.array(z.number().int()).min(1).max(limits.listItems),
  targetNumber: z.number().int(),
});

export const JobListQuery = z.object({
  batch: wholeNumberText(1, limits.maxPageSize).default(limits.pageSize.jobs),
  skip: wholeNumberText().default(0),
  name: filterText.optional(),
  // Not filled in, as the other ones may be.
  number: describedAs(
    z.preprocess((value) => (value === '' ? undefined : value), wholeNumberText().optional()),
    z.union([z.literal(''), wholeNumberText()]).optional(),
  ),
  createdBy: filterText.optional(),
});
export const JobSearchQuery = z.object({
  batch: wholeNumberText(1, limits.maxPageSize).default(limits.pageSize.jobs),
  skip: wholeNumberText().default(0),
  nameOrNumber: filterText.default(''),
});

/**
 * What each source answered for the `phones` valid numbers of a job's present pass, as counted at `at`. `asked` are
 * those that it was called for, of which it found or failed so many; `cached` got an earlier answer instead, and
 * `notAsked` none, because the source was paused or nobody found what it needs. `foundIncomplete`: numbers that were found though some source could
 * not answer, which a retry asks as well.
 */
export const JobSources = z.object({
  phones: count,
  foundIncomplete: count,
  at: Timestamp,
  sources: z.array(
    z.object({ source: z.string(), asked: count, found: count, failed: count, cached: count, notAsked: count }),
  ),
});
export type JobSources = z.infer<typeof JobSources>;
