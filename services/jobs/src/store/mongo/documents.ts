import { type Collection, type Connection, outboxIndex, type WithOutbox } from '@numscope/adapters/mongo';
import type { Tally } from '../../domain/phone-status.ts';
import type { JobState } from '../../domain/job-state.ts';
import type { PhoneValue } from '../phone-value.ts';

/** A sub-task, or the whole of a small job, as its job lists it: all phones from `first` up to the next one's. `part` names its document. */
export interface PartHead {
  part: number;
  first: PhoneValue;
  number: number | null;
  id: string | null;
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
  /** The source's parts up to this one have joined; -1 for none. */
  done: number;
  /** How many phones have come so far. */
  rows: number;
  /** How many the job had before; null before the first step. */
  before: number | null;
}

/**
 * A job with its directory of parts. Whoever changes it replaces the `revision` that was read, so that no change is made on what is out of date;
 * `shape` grows when phones get another place. `_id` is the job's id.
 */
export interface JobDocument extends JobState, WithOutbox {
  _id: string;
  folded: string;
  revision: number;
  shape: number;
  parts: PartHead[];
  nextPart: number;
  nextBlock: number;
  joins: Joining[];
  /** False once the phones of a deleted job are removed. */
  holds: boolean;
}

/** The document of a job that has no phones yet. */
export const documentOf = (job: JobState): JobDocument => ({
  ...job,
  _id: job.id,
  folded: job.name.toLowerCase(),
  revision: 0,
  shape: 0,
  parts: [],
  nextPart: 0,
  nextBlock: 0,
  joins: [],
  holds: true,
});

/** What the states of a block's phones add up to. `waiting`: sent ones that only miss their profile; `failing`: final ones of which a source failed. */
export interface Counts {
  tally: Tally;
  waiting: number;
  failing: number;
}

/** What a part keeps of each of its blocks, as of the block's `revision`. */
export interface BlockSummary extends Counts {
  first: PhoneValue;
  run: number;
  revision: number;
}

/** `_id` is `<job key>:<part>`. Block numbers lead to summaries. A part whose `pass` is behind its job's has not begun the new one. */
export interface PartDocument {
  _id: string;
  pass: number;
  blocks: Record<string, BlockSummary>;
}

/**
 * Up to a thousand phones of a job's pass in order, as parallel arrays: 8 bytes a number, a byte each for status and flags, a line of text each for
 * what sources said; other texts follow the numbers. `_id` is `<job key>:<pass>:<block>`. `run` is the job's run in which its SENT phones were
 * handed out: those of a former run, or of a job that does not run, count as pending. `next` says where the phones went that were cut off its end.
 */
export interface BlockDocument extends Counts {
  _id: string;
  revision: number;
  run: number;
  numbers: Uint8Array;
  texts: string[];
  status: Uint8Array;
  flags: Uint8Array;
  sources: string;
  /** CRC-32 of what the phones' states say, as of the revision. */
  check: number;
  next: { block: number; first: PhoneValue } | null;
}

/**
 * Phones that are no job's (yet). `blocks` of them may have been written. REFUSED: whoever brought them was told that it failed, so that no job may come
 * of them; DROPPED: their process is gone, and may have made a job of them before.
 */
export interface UploadDocument {
  _id: number;
  state: 'UPLOADING' | 'JOINING' | 'REFUSED' | 'DROPPED';
  /** Until when its instance vouches for it, in milliseconds. */
  until: number;
  blocks: number;
  parts: PartHead[];
}

/** In which block of the main job a number is; written before the number is put there. */
export interface PlaceDocument {
  _id: number;
  block: number;
  pass: number;
}

/** Events that go out although no document changes with them. Ids grow with time. */
export interface RequestDocument {
  _id: string;
  events: string;
}

interface CounterDocument {
  _id: 'key' | 'number';
  value: number;
}

export interface Collections {
  jobs: Collection<JobDocument>;
  parts: Collection<PartDocument>;
  blocks: Collection<BlockDocument>;
  uploads: Collection<UploadDocument>;
  places: Collection<PlaceDocument>;
  requests: Collection<RequestDocument>;
  counters: Collection<CounterDocument>;
}

/** Unique indexes are the arbiters of keys and numbers; blocks and parts are found by their ids alone. */
export async function openCollections(connection: Connection): Promise<Collections> {
  const jobs = connection.collection<JobDocument>('jobs');
  await jobs.createIndexes([
    { key: { key: 1 }, name: 'key', unique: true },
    { key: { number: 1 }, name: 'number', unique: true },
    { key: { status: 1, number: 1 }, name: 'status' },
    { key: { 'parts.id': 1 }, name: 'part_id' },
    { key: { 'parts.number': 1 }, name: 'part_number' },
    { key: { 'joins.id': 1 }, name: 'joins' },
    outboxIndex,
  ]);
  return {
    jobs,
    parts: connection.collection<PartDocument>('parts'),
    blocks: connection.collection<BlockDocument>('blocks'),
    uploads: connection.collection<UploadDocument>('uploads'),
    places: connection.collection<PlaceDocument>('places'),
    requests: connection.collection<RequestDocument>('requests'),
    counters: connection.collection<CounterDocument>('counters'),
  };
}

export const partId = (job: number, part: number): string => `${job}:${part}`;
export const blockId = (job: number, pass: number, block: number): string => `${job}:${pass}:${block}`;
