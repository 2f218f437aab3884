import type {
  CountOfOld,
  JobFilter,
  JobPhoneSource,
  JobStatus,
  PassDifference,
  PhoneStatus,
  SourceWait,
  JobOfPhone,
} from '@numscope/contracts';
import type { OutboxSource, OutgoingEvent } from '@numscope/platform';
import type { Share, Wanting } from '../domain/fair-share.ts';
import type { JobChanges, JobDraft } from '../domain/job.ts';
import type { By, JobState, PassRecord, Refusal, Turn } from '../domain/job-state.ts';
import type { PassCurve } from '../domain/pass-curve.ts';
import type { Tally } from '../domain/phone-status.ts';
import type { StatusAction } from '../domain/status-table.ts';
import type { PhonePlace } from './phone-place.ts';
import type { PhoneValue } from './phone-value.ts';
import type { KeptAnswer } from './source-codes.ts';

type Kept =
  | 'key'
  | 'id'
  | 'number'
  | 'name'
  | 'status'
  | 'type'
  | 'subtype'
  | 'iteration'
  | 'pass'
  | 'schedule'
  | 'duplicates'
  | 'purpose';

/** A job or a sub-task as it is read. Times in milliseconds. */
export interface JobRecord extends Pick<JobState, Kept> {
  mainJob: boolean;
  createdOn: number;
  createdBy: string;
  startedOn: number | null;
  finishedOn: number | null;
  changedOn: number;
  /** How long it was in progress over all, in milliseconds; null while it is, and where that is not known. */
  workedMs: number | null;
  skippedLines: number;
  mergedInto: number | null;
  parentNumber: number | null;
  /** When its next pass begins by itself; null where none is planned. */
  nextPassAt: number | null;
  /** Its next start begins the next pass. */
  passDue: boolean;
  /** It was ended, and goes on only for what failed. */
  retrying: boolean;
  passBegun: number | null;
  history: readonly PassRecord[];
  turns: readonly Turn[];
  tally: Tally;
  /** How many results it waits for as it is now. */
  toCome: number;
  /** How many numbers a retry would have asked again, as far as that is known without asking; null where none can be. */
  toRetry: number | null;
}

/** Who does it, when, and the audit entry to be kept with the change. */
export interface Act extends By {
  audit: OutgoingEvent | null;
  /** The request it came by, for whoever follows the events. */
  trace?: string;
}

/**
 * Phones in order and without repeats: digits of E.164 forms (of `notValid` with a 1: digits that no plan allows), then
 * other texts, not valid.
 */
export interface PhoneRows {
  numbers: Float64Array<ArrayBuffer>;
  /** Null: all are valid. */
  notValid: Uint8Array | null;
  texts: readonly string[];
}

/** What was read for an upload: phone cells with repeats, and lines left out. */
export interface UploadCounts {
  read: number;
  skippedLines: number;
}

export type Changed = { job: JobRecord } | Refusal;

export interface PhoneRecord {
  phone: string;
  status: PhoneStatus;
  sources: JobPhoneSource[];
  profileDeleted?: boolean;
}

/** What sources said of one phone of a job's pass. `status` FOUND becomes final with the profile. */
export interface Resolved {
  jobId: string;
  pass: number;
  phone: string;
  status: 'FOUND' | 'NOT_FOUND' | 'FAILED';
  /** No source was asked: it is on the do-not-look-up list. */
  doNotLookUp: boolean;
  sources: KeptAnswer[];
  /** Sources that are to be asked once their quota is renewed: it is not final before. */
  waiting: SourceWait[];
}

export type Profiled = Pick<Resolved, 'jobId' | 'pass' | 'phone'>;

/** A job that is being looked up. */
export interface Running extends Omit<Wanting, 'stalled'> {
  id: string;
  pass: number;
  main: boolean;
  /** Phones of its pass that were found. */
  found: number;
  /** Phones of its pass that have their result. */
  final: number;
  /** Phones that wait for the quota of some source. */
  waiting: number;
}

/** A source was out from `since` to `until` (milliseconds); null: it is. */
export interface Outage {
  source: string;
  since: number;
  until: number | null;
}

/** How far the phones that wait were looked through: behind which place to go on; null: from the first. */
export interface Reopened {
  phones: number;
  after: PhonePlace | null;
}

/** How many phones of which job became final, what all of them became, and whether a job's status changed by it. */
export interface Absorbed {
  finals: Array<{ key: number; phones: number }>;
  became: Tally;
  statusChanged: boolean;
}

/** Jobs, their sub-tasks and their phones. Every change carries its events with it: both are kept or neither. */
export interface JobStore extends OutboxSource {
  /** Begins to take phones that nobody sees before `commitUpload` or `joinUpload`. */
  beginUpload(): Promise<number>;
  /** The next phones in order, at most one sub-task full. */
  addPhones(upload: number, rows: PhoneRows): Promise<void>;
  /** Valid phones that belong somewhere among the ones added. */
  addMoved(upload: number, numbers: Float64Array): Promise<void>;
  /** Makes a job of the phones, durable when resolved; starts it unless on hold. */
  commitUpload(upload: number, draft: JobDraft, counts: UploadCounts, act: Act): Promise<JobRecord>;
  /** Adds the phones to a job; `joinNext` carries it out. */
  joinUpload(upload: number, target: string, counts: UploadCounts, act: Act): Promise<Changed>;
  /** Gives up what an upload brought. `dropNext` removes it. */
  dropUpload(upload: number): Promise<void>;
  /** A new job that gets a job's phones; `joinNext` carries it out. */
  createFrom(source: string, draft: JobDraft, act: Act): Promise<Changed>;
  /** One step of joining phones; false when nothing is to be joined. */
  joinNext(now: number): Promise<boolean>;
  /** One step of removing phones that nobody has any more; false when there are none. */
  dropNext(): Promise<boolean>;

  ensureMainJob(act: Act): Promise<void>;
  change(ref: string, action: StatusAction, mainJobStoppable: boolean, act: Act): Promise<Changed>;
  update(ref: string, changes: JobChanges, act: Act): Promise<Changed>;
  merge(sources: number[], target: number, mainJobStoppable: boolean, act: Act): Promise<Changed & { at?: number }>;
  retryFailed(ref: string, act: Act): Promise<Changed>;
  /**
   * Has the main job look one number up, whatever it knew; one that it asks for already is not asked for twice, and the
   * entry is kept all the same. Null when the main job is ended.
   */
  refresh(phone: string, act: Act): Promise<JobRecord | null>;

  /** Starts what waits for a slot; answers when the next pass is due, null for none. */
  promote(now: number, slots: number): Promise<{ statusChanged: boolean; nextAt: number | null }>;
  running(): Promise<Running[]>;
  /** Hands phones out. Answers how many: none where another process does. */
  dispatch(shares: Share[]): Promise<number>;
  /**
   * Has phones asked again that waited, at most `limit` of a slice after `after`: those that wait for a source which is
   * not among `waiting`.
   */
  reopenWaiting(key: number, waiting: readonly string[], after: PhonePlace | null, limit: number): Promise<Reopened>;
  /** Takes in texts of `phone.resolved`, each of one event or several, one a line. */
  resolved(texts: readonly string[], now: number): Promise<Absorbed>;
  /** Takes in texts of `profile.updated`, as `resolved` does. */
  profiled(texts: readonly string[], now: number): Promise<Absorbed>;

  /** How a pass of a job got on; null where nothing was kept. */
  curveOf(key: number, pass: number): Promise<PassCurve | null>;
  /** Keeps that in place of what was kept before, of the latest passes only, and of no job that was deleted. */
  keepCurve(key: number, pass: number, curve: PassCurve): Promise<void>;
  /** A source is out from `at` on, or no more. Once more does no harm. */
  noteSource(source: string, isOut: boolean, at: number): Promise<void>;
  /** When sources were out between two moments, of some hundred of late, in the order in which they began. */
  outages(from: number, to: number): Promise<Outage[]>;

  /** The jobs that a number is in, newest first. */
  jobsOfPhone(phone: string): Promise<JobOfPhone[]>;
  /** Takes a number out of all jobs, with what was said of it; those that waited for nothing else end. @returns how many phones */
  erase(phone: string, now: number): Promise<number>;
  /** Jobs that ended before then; the main job never does. */
  countEnded(before: number): Promise<CountOfOld>;
  /** Deletes up to `limit` of them; their phones are removed by `dropNext`. @returns how many */
  retire(before: number, limit: number, now: number): Promise<number>;
  /** Overwrites what was removed, where this store does so itself. */
  scrub(): Promise<void>;
  /** Takes in texts of `profile.deleted`, as `resolved` does: no job keeps what was found of these numbers. */
  profilesDeleted(texts: readonly string[]): Promise<void>;

  find(ref: string): Promise<JobRecord | null>;
  mainJob(): Promise<JobRecord>;
  list(filter: JobListFilter): Promise<{ jobs: JobRecord[]; total: number }>;
  /** A slice of a job's phones in order; `total` of all that fit. Null: no such job. */
  phones(ref: string, filter: PhoneFilter): Promise<PhoneSlice | null>;
  /** A slice of the phones that have a result in both passes, in order, after `after`. Null: no such job. */
  passDifferences(ref: string, slice: PassSlice): Promise<PassDifferences | null>;
  /** Up to 10,000 valid numbers of a job or a sub-task after `after` (E.164 digits), pending ones only if asked. */
  validAfter(ref: string, after: number, pendingOnly: boolean): Promise<Float64Array>;
  /** The newest jobs, the main job included, of these statuses, at most `limit`, but for those that ended before `since`. */
  recentJobs(statuses: readonly JobStatus[], since: number, limit: number): Promise<JobRecord[]>;
  /** How many jobs there are in each status, the main job included, deleted ones not. */
  countByStatus(): Promise<Partial<Record<JobStatus, number>>>;
  /**
   * How far apart, in milliseconds, the dispatcher's rounds are that only hand out what there is room for; absent where
   * they cost next to nothing.
   */
  readonly roundGapMs?: number;
  /** Whether this process leads those that share the store; absent where nobody shares it. */
  readonly isLeader?: boolean;
  /**
   * Calls `listener` when this process is to carry on what another left to it; absent where nobody shares the store.
   */
  onWork?(listener: () => void): void;
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface JobListFilter extends Pick<
  JobFilter,
  'jobName' | 'jobId' | 'jobNumber' | 'createdBy' | 'status' | 'mainJob' | 'parentNumber' | 'sort'
> {
  /** Part of the name, or the number. */
  nameOrNumber?: string | undefined;
  offset: number;
  limit: number;
}

/** Which phones of two passes are compared next. */
export interface PassSlice {
  from: number;
  to: number;
  /** The last phone of the slice before; null for the first slice. */
  after: PhoneValue | null;
}

export interface PassDifferences {
  differences: PassDifference[];
  /** The last phone that was looked at; null when there are no more. */
  next: PhoneValue | null;
}

export interface PhoneFilter {
  statuses: readonly PhoneStatus[];
  offset: number;
  limit: number;
  /** Only phones behind this one; `offset` counts from there. */
  after?: PhonePlace | undefined;
}

/** `total` of all pages; `next` is the place of the last phone, null when there are no more. */
export interface PhoneSlice {
  phones: PhoneRecord[];
  total: number;
  next: PhonePlace | null;
}
