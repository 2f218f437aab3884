import { type Collection, type Connection, outboxIndex, type WithOutbox } from '@numscope/adapters/mongo';
import type { PassCurve } from '../../domain/pass-curve.ts';
import type { Tally } from '../../domain/phone-status.ts';
import type { JobState } from '../../domain/job-state.ts';
import { AGAIN } from '../asked-again.ts';
import type { Outage } from '../job-store.port.ts';
import type { PhoneValue } from '../phone-value.ts';

/**
 * A sub-task, or the whole of a small job, as its job lists it: all phones from `first` up to the next one's. `tally` is exact or null: null while its
 * phones change, and then they are counted by the index. A part whose `pass` is behind its job's has not begun the new one.
 */
export interface PartHead {
  first: PhoneValue;
  number: number | null;
  id: string | null;
  pass: number;
  tally: Tally | null;
  /** When phones were last put into it or opened again, in milliseconds: what was asked for then may still be on its way. */
  opened: number;
}

/** Phones of one job, or of an upload, that are to join the job that holds this. */
export interface Joining {
  id: string;
  /** Key of the job or upload whose phones come. */
  source: number;
  /** All of them are to be looked up again. */
  afresh: boolean;
  /** What is known before of its repeats and left-out lines. */
  duplicates: number;
  skipped: number;
  /** The source becomes MERGED by it, before its first phone moves. */
  merge: { by: string; at: number } | null;
  /** The last phone that has come; null for none. */
  after: PhoneValue | null;
  /** How many phones have come so far. */
  rows: number;
  /** How many the job had before; null before the first step. */
  before: number | null;
}

/** A job. Whoever changes it replaces the `revision` that was read, so that no change is made on what is out of date. `_id` is the job's id. */
export interface JobDocument extends JobState, WithOutbox {
  _id: string;
  folded: string;
  revision: number;
  parts: PartHead[];
  joins: Joining[];
  /** Whether each part's tally is known. */
  counted: boolean;
  /** False once the phones of a deleted job are removed. */
  holds: boolean;
  /** When it was asked, in milliseconds, that what failed be opened again, while that is under way; else null or absent. */
  reopening?: number | null;
}

/** A filter for jobs that wait for phones. Not by `$exists`, for which the server would read every job. */
export const waitsForPhones = { 'joins.id': { $gt: '' } } as const;

/** The document of a job that has no phones yet. */
export const documentOf = (job: JobState): JobDocument => ({
  ...job,
  _id: job.id,
  folded: job.name.toLowerCase(),
  revision: 0,
  parts: [],
  joins: [],
  counted: true,
  holds: true,
});

/** `run` of a phone whose sources have answered, and that only waits for its profile. */
export const ANSWERED = -1;

/**
 * A phone in a pass of a job (of the main job: in its latest). `_id` is made by `phoneId`. `status` is a code. `run` is the job's run in which a SENT
 * phone was handed out, else 0: what a former run handed out, or a job that does not run, counts as pending.
 */
export interface PhoneDocument {
  _id: string;
  job: number;
  pass: number;
  status: number;
  run: number;
  flags: number;
  sources: string | null;
}

/**
 * Phones that are no job's (yet). REFUSED: whoever brought them was told that it failed, so that no job may come of them; DROPPED: their process is gone,
 * and may have made a job of them before.
 */
export interface UploadDocument {
  _id: number;
  state: 'UPLOADING' | 'JOINING' | 'REFUSED' | 'DROPPED';
  /** Until when its instance keeps it alive, in milliseconds. */
  until: number;
  /** A number was taken out of it, which its instance may have counted. */
  erased?: boolean;
}

/** Events that go out although no document changes with them. Ids grow with time. */
export interface RequestDocument {
  _id: string;
  events: string;
}

/** How a pass of a job got on. `_id` is `<job's key>:<pass>`. */
interface CurveDocument {
  _id: string;
  job: number;
  pass: number;
  curve: PassCurve;
}

/** When a source was out. `_id` is `<since>:<source>`, so that the same beginning is kept once. */
interface OutageDocument extends Outage {
  _id: string;
}

interface CounterDocument {
  _id: 'key' | 'number';
  value: number;
}

export interface Collections {
  jobs: Collection<JobDocument>;
  phones: Collection<PhoneDocument>;
  uploads: Collection<UploadDocument>;
  requests: Collection<RequestDocument>;
  counters: Collection<CounterDocument>;
  curves: Collection<CurveDocument>;
  outages: Collection<OutageDocument>;
}

/** Unique indexes are the arbiters of keys and numbers. Which query goes by which index stands in `docs/decisions/mongo-records.md`. */
export const indexes = {
  jobs: [
    { key: { key: 1 }, name: 'key', unique: true },
    { key: { number: 1 }, name: 'number', unique: true },
    { key: { status: 1, number: 1 }, name: 'status' },
    { key: { 'parts.id': 1 }, name: 'part_id' },
    { key: { 'parts.number': 1 }, name: 'part_number' },
    { key: { 'joins.id': 1 }, name: 'joins' },
    { key: { 'joins.source': 1 }, name: 'join_sources' },
    { key: { counted: 1 }, name: 'counted' },
    outboxIndex,
  ],
  phones: [
    { key: { job: 1, status: 1, run: 1, _id: 1 }, name: 'state' },
    // For the few that are asked again. Its key differs from the other index's: engines take one index of a key.
    { key: { status: 1, job: 1, run: 1, _id: 1 }, name: 'again', partialFilterExpression: { flags: { $gte: AGAIN } } },
  ],
  curves: [{ key: { job: 1, pass: 1 }, name: 'pass' }],
  outages: [
    { key: { since: 1 }, name: 'since' },
    { key: { source: 1, until: 1 }, name: 'source' },
  ],
} as const;

export async function openCollections(connection: Connection): Promise<Collections> {
  const jobs = connection.collection<JobDocument>('jobs');
  const phones = connection.collection<PhoneDocument>('phones');
  await jobs.createIndexes([...indexes.jobs]);
  const curves = connection.collection<CurveDocument>('curves');
  const outages = connection.collection<OutageDocument>('outages');
  await phones.createIndexes([...indexes.phones]);
  await curves.createIndexes([...indexes.curves]);
  await outages.createIndexes([...indexes.outages]);
  return {
    jobs,
    phones,
    uploads: connection.collection<UploadDocument>('uploads'),
    requests: connection.collection<RequestDocument>('requests'),
    counters: connection.collection<CounterDocument>('counters'),
    curves,
    outages,
  };
}
