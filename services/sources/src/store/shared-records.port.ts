import type { FaultKind, SourceState } from '@numscope/contracts';
import type { QuotaAccount } from '../domain/limits/period-quota.ts';
import type { Allowance } from '../domain/limits/periods.ts';
import type { Granted } from '../domain/limits/shared-quota.ts';
import type { KeptStop } from '../domain/health/source-stop.ts';
import type { HourFigures } from '../domain/health/last-hour.ts';
import type { RefusalRow } from '../domain/health/refusal-watch.ts';
import type { HeardJob } from '../domain/job-runs.ts';

/** Why the last call failed that did; `kind` null: an instance of a version before told it. */
export interface LastError {
  at: number;
  message: string;
  kind: FaultKind | null;
  /** It is so now, of what the answers come from; not told by a version before. */
  isStanding?: boolean;
}

/** What an instance did with one source in the last hour, and how it stands there. */
export interface SourceFigures {
  source: string;
  state: SourceState;
  hour: HourFigures;
  lastError: LastError | null;
  /** How often it had to go slower, how slow it goes, and how long it leaves the source alone; not told by a version before. */
  pace?: { cuts: number; perSecond: number | null; holdMs: number };
  /** What it met in a row; not told by a version before. */
  row?: RefusalRow;
}

/** A run of a job whose numbers an instance asks for now. */
export interface JobWork {
  job: string;
  /** Not told by a version before. */
  number?: number;
  run: number;
}

/** What an instance tells the others. */
export interface InstanceNote {
  works: JobWork[];
  figures: SourceFigures[];
}

export interface Instance extends InstanceNote {
  id: string;
  /** Grows as long as it lives: whoever looks twice sees it by his own clock. */
  beats: number;
}

export interface SourcePause {
  source: string;
  /** Null: resumed. */
  stop: Omit<KeptStop, 'source'> | null;
  /** Another one for each time somebody paused or resumed it. */
  change: string;
}

export interface Reservation {
  source: string;
  now: number;
  accounts: readonly QuotaAccount[];
  /** What the whole source allows, shared by all instances. */
  limits: Allowance;
  /** At most this many. */
  calls: number;
  /** Reserves of this account alone; else of the one that has most left. */
  only?: string | undefined;
}

/** What several instances of this service share, so that together they keep quotas and users' orders. */
export interface SharedRecords {
  readonly instance: string;
  /** Announces this instance, then tells of all that did, itself included. */
  beat(note: InstanceNote): Promise<Instance[]>;
  leave(): Promise<void>;
  /** Removes an instance that has not beaten since. */
  expel(instance: Instance): Promise<void>;
  pauses(): Promise<SourcePause[]>;
  heardOf(jobs: string[]): Promise<HeardJob[]>;
  /** Work of this run was met: former runs are over, whether the job's own message came or not. */
  noteRun(job: string, run: number): Promise<void>;
  /** Takes calls of one account out of what the limits allow to all instances together. */
  reserve(wanted: Reservation): Promise<Granted>;
  /** Brings back what was reserved at that moment. */
  giveBack(source: string, reservedAt: number, account: string, calls: number): Promise<void>;
  /** Whether the turn to call this source is this instance's: nobody else's of those that live. */
  takeTurn(source: string, living: string[]): Promise<boolean>;
  endTurn(source: string): Promise<void>;
}
