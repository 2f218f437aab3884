import type { AuditQuery } from '../domain/audit-filter.ts';
import type { ChainRow } from '../domain/chain-link.ts';

/** The places of entries that fit, in the order that is asked for, and how many fit. */
export interface FoundPlaces {
  places: number[];
  /** Counted up to what was asked for. */
  total: number;
}

/**
 * An index by which entries are found by any run of letters in them, beside a store whose own cannot. It is never the
 * only copy: who finds by it looks at the entries themselves. Calls reject with a `TransientError` while it is away.
 */
export interface AuditTexts {
  /** The place up to which every entry of the chain was put in; 0: it is new, or was lost. */
  place(): Promise<number>;
  /** Never goes back, but by `empty`. */
  keepPlace(seq: number): Promise<void>;
  /** Puts entries in, or over what stands for their places. They are found once it resolves. */
  put(rows: readonly ChainRow[]): Promise<void>;
  remove(places: readonly number[]): Promise<void>;
  /** @param countUpTo no further than one more than this is counted */
  search(query: AuditQuery, offset: number, limit: number, countUpTo: number): Promise<FoundPlaces>;
  /** The first places up to `seq` that are in it, no more than `limit`. */
  placesUpTo(seq: number, limit: number): Promise<number[]>;
  /** How many entries of these places are in it. */
  count(after: number, to: number): Promise<number>;
  /** Forgets everything, to be filled anew. */
  empty(): Promise<void>;
  close(): Promise<void>;
}
