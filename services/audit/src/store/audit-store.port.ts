import type { AuditCheckpoint, AuditEntry, ChainCheck, CheckProgress } from '@numscope/contracts';
import type { AuditQuery } from '../domain/audit-filter.ts';
import type { ChainFault, ChainHead, ChainRow, ChainStart, NewEntry } from '../domain/chain-link.ts';

export interface AuditHits {
  entries: AuditEntry[];
  total: number;
  /** Only with a text: counting stops at 10,000. */
  totalIsLowerBound: boolean;
}

/** Where a walk along the chain stands: the next place, and the hash and the id of the entry before it. */
export interface ChainCursor {
  seq: number;
  previous: string;
  id: string | null;
}

/** What stands at a place of the chain, whether right or wrong. */
export interface SeenEntry {
  seq: number;
  hash: string;
  id: string;
}

/** A step of a walk: what was found, where the walk stands then, and whether there may be more. */
export interface ChainStep {
  faults: ChainFault[];
  /** The entries that stand at the places that were asked for. */
  seen: SeenEntry[];
  cursor: ChainCursor;
  more: boolean;
}

/** The chain for who checks it. */
export interface ChainReader {
  /** The end of the chain, or null when what tells it is gone or cannot be. */
  head(): Promise<ChainHead | null>;
  /**
   * Checks up to `limit` entries from the cursor on, none beyond the place `last`. Who goes on with the very cursor of
   * a step may find the next entries read already.
   * @param places whose entries are to be told, in ascending order
   */
  checkChain(cursor: ChainCursor, last: number, limit: number, places?: readonly number[]): Promise<ChainStep>;
  /**
   * Entries where the service put none, up to 100: before the first place, at what is no place, and the first behind
   * the end.
   */
  strangers(): Promise<ChainFault[]>;
  /** The checkpoints that the store keeps itself, by their numbers, from behind `after` on. */
  checkpoints(after: number, limit: number): Promise<AuditCheckpoint[]>;
  close(): Promise<void>;
}

/**
 * The audit trail: entries are only ever added, each tied to the one before by its hash; old ones go only from its
 * beginning.
 */
export interface AuditStore extends ChainReader {
  /** Adds up to 500 entries in one commit, in the given order; those whose id is there already are passed over. */
  append(entries: NewEntry[]): Promise<void>;
  search(query: AuditQuery, offset: number, limit: number): Promise<AuditHits>;
  /** The newest entries that name a phone, by `phonesIn`. @param digits the phone without `+` */
  ofPhone(digits: string, limit: number): Promise<AuditEntry[]>;
  /** The one with the largest number; null: there is none. */
  lastCheckpoint(): Promise<AuditCheckpoint | null>;
  /** The last that was made at `at` or before; null: there is none. */
  checkpointBefore(at: number): Promise<AuditCheckpoint | null>;
  /** False, and nothing is kept, when its number is taken. */
  keepCheckpoint(checkpoint: AuditCheckpoint): Promise<boolean>;
  /** The last check of the chain, whoever asked for it. */
  lastCheck(): Promise<ChainCheck | null>;
  keepCheck(check: ChainCheck): Promise<void>;
  /** How far the check is that was last told of, whoever makes it; null: it has ended. */
  checkProgress(): Promise<CheckProgress | null>;
  keepCheckProgress(progress: CheckProgress | null): Promise<void>;
  /** Lets the chain begin behind this place, never before its present beginning. The entries are still there. */
  beginBehind(start: ChainStart): Promise<void>;
  /** Removes up to `limit` entries from before the beginning. @returns how many there were */
  dropOld(limit: number): Promise<number>;
  /** How long entries are kept besides what the operator's setting says; null: for good. */
  retentionDays(): Promise<number | null>;
  keepRetentionDays(days: number | null): Promise<void>;
  /** Takes the turn of this day for one instance alone. Whether this call got it. */
  takeTurn(day: string): Promise<boolean>;
  /** Gives the turn of this day back to whoever takes it next. */
  returnTurn(day: string): Promise<void>;
  /** The place of an entry by its id; null: there is none, or it was removed. */
  seqOf(id: string): Promise<number | null>;
  /** The entries behind the place `after` up to `to`, in their order. */
  rows(after: number, to: number): Promise<ChainRow[]>;
  /** How far along the chain a piece of work behind it has come; 0: not begun. */
  place(name: string): Promise<number>;
  /** Never goes back. */
  keepPlace(name: string, seq: number): Promise<void>;
  /** Whether this instance is the one that sends entries elsewhere; another takes over some seconds after it ended. */
  ships(): Promise<boolean>;
  check(): Promise<void>;
}
