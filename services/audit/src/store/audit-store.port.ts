import type { AuditEntry } from '@numscope/contracts';
import type { AuditQuery } from '../domain/audit-filter.ts';
import type { ChainFault, ChainHead, NewEntry } from '../domain/chain-link.ts';

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

/** A step of a walk: what was found, where the walk stands then, and whether there may be more. */
export interface ChainStep {
  faults: ChainFault[];
  cursor: ChainCursor;
  more: boolean;
}

/** The chain for who checks it. */
export interface ChainReader {
  /** The end of the chain, or null when what tells it is gone or cannot be. */
  head(): Promise<ChainHead | null>;
  /** Checks up to `limit` entries from the cursor on, none beyond the place `last`. */
  checkChain(cursor: ChainCursor, last: number, limit: number): Promise<ChainStep>;
  /**
   * Entries where the service put none, up to 100: before the first place, at what is no place, and the first behind
   * the end.
   */
  strangers(): Promise<ChainFault[]>;
  close(): Promise<void>;
}

/** The audit trail: entries are only ever added, each tied to the one before by its hash. */
export interface AuditStore extends ChainReader {
  /** Adds up to 500 entries in one commit, in the given order; those whose id is there already are passed over. */
  append(entries: NewEntry[]): Promise<void>;
  search(query: AuditQuery, offset: number, limit: number): Promise<AuditHits>;
  check(): Promise<void>;
}
