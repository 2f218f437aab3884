import type { AuditEntry } from '@numscope/contracts';
import type { AuditQuery } from '../domain/audit-filter.ts';
import type { ChainFault, ChainHead } from '../domain/chain-link.ts';

export interface AuditHits {
  entries: AuditEntry[];
  total: number;
  /** Only with a text: counting stops at 10,000. */
  totalIsLowerBound: boolean;
}

/** Where a walk along the chain stands: the next place and the hash before it. */
export interface ChainCursor {
  seq: number;
  previous: string;
}

/** The chain for who checks it. */
export interface ChainReader {
  head(): Promise<ChainHead>;
  /** Checks up to `limit` entries from the cursor on, none beyond the place `last`. `next` is null at the end. */
  checkChain(cursor: ChainCursor, last: number, limit: number): Promise<{ faults: ChainFault[]; next: ChainCursor | null }>;
  /** Faults of the end: entries cut off from it or put behind it without their place in the chain. */
  checkEnd(): Promise<ChainFault[]>;
  close(): Promise<void>;
}

/** The audit trail: entries are only ever added, each tied to the one before by its hash. */
export interface AuditStore extends ChainReader {
  /** Adds up to 500 entries in one commit, in the given order; those whose id is there already are passed over. */
  append(entries: AuditEntry[]): Promise<void>;
  search(query: AuditQuery, offset: number, limit: number): Promise<AuditHits>;
  check(): Promise<void>;
}
