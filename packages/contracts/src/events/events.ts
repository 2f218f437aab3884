import * as z from 'zod';
import { AuditCheckpoint } from '../audit/audit.ts';
import { AuditRecord } from '../audit/audit-record.ts';
import { E164, Timestamp } from '../schemas/values.ts';
import { Face } from '../images/faces.ts';
import { JobPhoneSource } from '../jobs/job-phones.ts';
import { SourceWait } from '../jobs/jobs.ts';
import { limits } from '../limits.ts';
import { faultKinds } from '../lists.ts';
import { Observation } from '../profiles/profiles.ts';
import { SourceState } from '../sources/sources.ts';
import type { Topic } from './topic-partitions.ts';
import { AnswerStatus, JobStatus, JobSubtype, JobType, Role, Module } from '../schemas/vocabulary.ts';

const count = z.number().int().min(0);

/** Which pass of which job a number is looked up for. */
export const JobPass = z.object({ id: z.string(), number: z.number().int(), pass: count });
export type JobPass = z.infer<typeof JobPass>;

const JobCreated = z.object({
  id: z.string(),
  number: z.number().int(),
  name: z.string(),
  type: JobType,
  subtype: JobSubtype,
  iteration: count,
  totalPhoneNumbers: count,
  createdOn: Timestamp,
  createdBy: z.string(),
  purpose: z.string().nullable(),
});

/**
 * `run` grows each time the job is played, so that work handed out before a pause can be told from work handed out
 * after it.
 */
const JobStatusChanged = z.object({
  id: z.string(),
  number: z.number().int(),
  name: z.string(),
  from: JobStatus.nullable(),
  to: JobStatus,
  run: count,
  at: Timestamp,
  by: z.string(),
});
export type JobStatusChanged = z.infer<typeof JobStatusChanged>;

/**
 * Between our own services: a job that does not run is another one than before though its status is the same, as by
 * another name or by phones that joined it. How it is now is to be asked; one that runs is looked at all the time.
 */
const JobChanged = z.object({ id: z.string(), number: z.number().int() });

/** A pass of a job that was merged into another one. */
const MergedPass = JobPass.omit({ id: true });
export type MergedPass = z.infer<typeof MergedPass>;

/**
 * A chunk of up to 500 numbers of one job to be looked up now; keyed by its first number. With `reuseFresh` false
 * (later passes) fresh answers are not reused; `only` names the sources to ask when just those failed before.
 */
export const PhoneRequested = z.object({
  job: JobPass,
  run: count,
  lane: JobType,
  reuseFresh: z.boolean(),
  only: z.array(z.string()).nullable(),
  /** Passes of jobs that were merged into this one: what was answered there counts as answered here. */
  answeredIn: z.array(MergedPass).min(1).max(limits.mergedPasses).optional(),
  phones: z.array(E164).min(1).max(500),
});
export type PhoneRequested = z.infer<typeof PhoneRequested>;

/**
 * What all sources together said about one number for one pass of a job; keyed by the number. FOUND numbers have or get
 * a profile.
 */
export const PhoneResolved = z.object({
  phone: E164,
  job: JobPass,
  status: AnswerStatus,
  sources: z.array(JobPhoneSource),
  /** No source was asked: the number is on the do-not-look-up list. */
  doNotLookUp: z.boolean().optional(),
  /** Only photos came that could not be had with the answer: it is no result of the job that asked. */
  late: z.boolean().optional(),
  /** Sources over their quota, which will be asked: the number is not final before. */
  waiting: z.array(SourceWait).optional(),
  /** The answers, newest of each source that was asked, without the raw bytes. */
  observations: z.array(Observation.omit({ raw: true })),
});
export type PhoneResolved = z.infer<typeof PhoneResolved>;

/**
 * The profile of a number was computed anew and is searchable. `changed` names the fields whose values are others than
 * before.
 */
export const ProfileUpdated = z.object({
  phone: E164,
  profileId: z.string(),
  revision: count,
  changed: z.array(z.string()),
  job: JobPass.nullable(),
});
export type ProfileUpdated = z.infer<typeof ProfileUpdated>;

/** A tombstone: consumers drop what they keep about the number. */
const ProfileDeleted = z.object({
  phone: E164,
  profileId: z.string().nullable(),
  reason: z.enum(['DELETED', 'ERASED', 'RETENTION']),
  /** The pictures the profile referred to. */
  images: z.array(z.string()).optional(),
});

const ImageStored = z.object({
  id: z.string(),
  type: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
});

/** A picture was looked at for faces, by this model; once more when the model was changed. */
const ImageFacesFound = z.object({ id: z.string(), model: z.string(), faces: z.array(Face) });

/**
 * Between our own services: a user's name, roles, modules or password changed, or the user went; tokens issued up to
 * `at` no longer count, but for the one issued at `keepIssuedAt`. The name is the one that those tokens carry, so of a
 * renamed user the one before; `userId` was not told always.
 */
const UserChanged = z.object({
  userId: z.string().optional(),
  userName: z.string(),
  at: Timestamp,
  roles: z.array(Role),
  modules: z.array(Module),
  deleted: z.boolean(),
  keepIssuedAt: Timestamp.optional(),
});

/** A source stands otherwise than was told last. That a breaker tries whether it may close (HALF_OPEN) is not told. */
const SourceStateChanged = z.object({
  name: z.string(),
  state: SourceState,
  /** Null: nothing was told of it before. */
  from: SourceState.nullable(),
  /** Which kind of fault it had last; null: none, or one of no kind. */
  fault: z.enum(faultKinds).nullable(),
  /** Why it was stopped by itself; null: it was not. */
  cause: z.string().nullable(),
  /** Who paused it. */
  pausedBy: z.string().nullable(),
  at: Timestamp,
});

/** The data of each event, by topic. A topic's version grows when its data changes in a way that breaks readers. */
export const eventData = {
  'job.created': JobCreated,
  'job.status-changed': JobStatusChanged,
  'job.changed': JobChanged,
  'phone.requested': PhoneRequested,
  'phone.resolved': PhoneResolved,
  'profile.updated': ProfileUpdated,
  'profile.deleted': ProfileDeleted,
  'source.state': SourceStateChanged,
  'image.stored': ImageStored,
  'image.faces': ImageFacesFound,
  'audit.logged': AuditRecord,
  'audit.checkpoint': AuditCheckpoint,
  'user.changed': UserChanged,
} as const satisfies Record<Topic, z.ZodType>;

export type { Topic } from './topic-partitions.ts';
export type EventData<T extends Topic> = z.infer<(typeof eventData)[T]>;

export const topics = Object.keys(eventData) as Topic[];

/** Topics with one key for each number, or each picture: what is kept of one is found by its key alone. */
export const keyedByPhone: readonly Topic[] = ['phone.resolved', 'profile.updated', 'profile.deleted'];
export const keyedByPicture: readonly Topic[] = ['image.stored', 'image.faces'];

/** Topics of which nothing is dropped: few small events, of use as long as there are. */
export const keptForEver: ReadonlySet<Topic> = new Set(['audit.checkpoint']);

/** The envelope of every event: `id` is unique and safe to deduplicate by; `key` keeps the order. */
export interface DomainEvent<T extends Topic = Topic> {
  id: string;
  type: T;
  version: number;
  at: number;
  key: string;
  /** The request or event that this one follows from, for logs. */
  trace?: string | undefined;
  data: EventData<T>;
}

export { eventVersion } from './event-version.ts';
export { topicPartitions } from './topic-partitions.ts';

/** The envelope's schema for one topic, for parsing what comes from the bus and for the published documents. */
export const eventSchema = <T extends Topic>(type: T) =>
  z.object({
    id: z.string(),
    type: z.literal(type),
    version: z.number().int(),
    at: Timestamp,
    key: z.string(),
    trace: z.string().optional(),
    data: eventData[type],
  });
