import type {
  AskingCounts,
  CountOfOld,
  MergedPass,
  Observation,
  ObservationAsIs,
  RemovedOld,
  SourceState,
  StatisticsRange,
} from '@numscope/contracts';
import type { CommitId, OutboxSource, OutgoingEvent, EventKeeper } from '@numscope/platform';
import type { LostCost, ReusedCount } from '../domain/health/asking-counts.ts';
import type { KeptStop } from '../domain/health/source-stop.ts';
import type { HeardJob } from '../domain/job-runs.ts';
import type { WebhookStore } from '../webhooks/webhook-store.port.ts';
import type { Submission, Submissions } from '../connectors/http/submissions.port.ts';
import type { DuePhotos, DuePhotoStore } from './due-photos.port.ts';
import type { ErasedStore, ListedStore } from './listed-store.port.ts';
import type { SharedRecords } from './shared-records.port.ts';

/**
 * An observation as it is written: JSON already made, and for which run of which pass of which job it was asked (null:
 * for none).
 */
export interface NewObservation {
  id: string;
  phone: string;
  source: string;
  account: string | null;
  at: number;
  /** When it was so, where the source told it. */
  observedAt: number | null;
  status: Observation['status'];
  message: string | null;
  /** JSON of SourceFields, or null. */
  fields: string | null;
  /** JSON of the untouched answer, or null. */
  raw: string | null;
  job: number;
  pass: number;
  run: number;
  /** The number's country, for the statistics; empty: not known. */
  country: string;
  /** What it cost, in the installation's currency; null: nobody told. */
  cost: number | null;
}

/** The numbers' part in something that a provider worked on; it is over with its answer. */
export type EndedSubmission = Pick<Submission, 'id' | 'source'> & { phone: string };

/** What is known already of a number from one source, and whether it was asked in the run that asks now. */
export interface KnownAnswer {
  observation: Omit<Observation, 'raw' | 'trust' | 'cached'>;
  /** Answered in the very pass that asks, or in one that was merged into it; else it is merely fresh enough. */
  samePass: boolean;
  sameRun: boolean;
}

export interface KnownRequest {
  phones: string[];
  job: number;
  pass: number;
  run: number;
  /** Passes that were merged into this one. */
  merged: readonly MergedPass[];
  /** `freshSince`: an answer of another pass counts if it is not older; null: it never does. */
  sources: Array<{ source: string; freshSince: number | null }>;
}

export interface CallCount {
  source: string;
  account: string;
  /** Or the minute. */
  day: string;
  calls: number;
}

/** What became of photos that were due; written with the answers, all of it or nothing. */
export interface PhotoStep {
  /** The observation whose due photos are over by this; null: photos that were not due before. */
  over: string | null;
  /** The same answer with what came: counted in no statistics, as nobody was asked. */
  answer: NewObservation | null;
  due: DuePhotos | null;
}

export interface Commit {
  /** Grows from commit to commit of one process; a repeat of the same has the same. */
  number: number;
  observations: NewObservation[];
  /** What ends with these observations. */
  ended: EndedSubmission[];
  calls: CallCount[];
  /** Kept answers that were used again. */
  reused: ReusedCount[];
  lost: LostCost[];
  /** What became of photos that could not be fetched with their answers. */
  photos: PhotoStep[];
  /** Outgoing events as `packEvents` makes them; null: none. */
  events: string | null;
}

export interface ToldState {
  source: string;
  state: SourceState;
  at: number;
}

/** A number, and until when what was said of it or asked for is deleted. */
export interface DeletedPhone {
  phone: string;
  /** In milliseconds. */
  until: number;
}

/** What the sources said, kept for good; besides it what the asking must not forget. Times in milliseconds. */
export interface SourceStore
  extends OutboxSource, EventKeeper, Submissions, ListedStore, ErasedStore, WebhookStore, DuePhotoStore {
  /** Null where only one instance can have these records. */
  readonly shared: SharedRecords | null;
  /**
   * All of it or nothing. Call counts are added to those of their day. Resolves to the outbox's id of the events; null:
   * there were none.
   */
  commit(batch: Commit): Promise<CommitId | null>;
  /**
   * What need not be asked: by source and number, the answer that counts in this pass, else the newest fresh one that is
   * not a failure.
   */
  known(request: KnownRequest): Promise<KnownAnswer[]>;
  /** For each source the numbers with an answer not older than `freshSince`, as indexes into `phones`. */
  fresh(phones: string[], sources: Array<{ source: string; freshSince: number }>): Promise<number[][]>;
  /**
   * All of a number, oldest first, at most `limit` of the newest, and of these what has room; the rest is told as left
   * out. Trust is not kept here.
   * @param rawBytes - the room for raw answers
   */
  observationsOf(phone: string, limit: number, rawBytes: number): Promise<Array<Omit<ObservationAsIs, 'trust'>>>;
  /** The last answer of a source that found something of a number, without its raw bytes; null: there is none. */
  newestFound(phone: string, source: string): Promise<Omit<Observation, 'raw' | 'trust' | 'cached'> | null>;
  /** Deletes what is kept and under way of these numbers. What came later stays. */
  deleteOf(deleted: DeletedPhone[]): Promise<void>;
  /** Observations that were made before then. */
  countOlder(before: number): Promise<CountOfOld>;
  /** Removes some of them, about `limit`. @returns how many, and whether there may be more */
  removeOlder(before: number, limit: number): Promise<RemovedOld>;
  /** How often a source was asked, what came of it, by country and by hour or day. */
  statistics(source: string, range: StatisticsRange): Promise<Omit<AskingCounts, 'known' | 'photos'>>;
  /** The calls of a month, a day or a minute, by its name. Minutes are kept only where one instance has these records. */
  callsOf(period: string): Promise<CallCount[]>;
  stops(): Promise<KeptStop[]>;
  /** Keeps a stop, or (null) that there is none of this name any more. The events go out exactly when it holds. */
  setStop(source: string, stop: Omit<KeptStop, 'source'> | null, at: number, events: OutgoingEvent[]): Promise<void>;
  /** How each source stands by the events that told of it. */
  toldStates(): Promise<ToldState[]>;
  /** Keeps what the events tell, which go out exactly when that holds. */
  tellState(told: ToldState, events: OutgoingEvent[]): Promise<void>;
  jobs(): Promise<HeardJob[]>;
  noteJobs(jobs: HeardJob[]): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
