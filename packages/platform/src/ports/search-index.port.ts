import type { FacetField } from '@numscope/contracts/profile-fields';

/** Fields of the profile index. Terms are already folded: the index compares them as they are. */
export type IndexField =
  | 'name'
  | 'phone'
  | 'email'
  | 'socialNetwork'
  | 'image'
  | 'job'
  | 'address'
  | 'birthDate'
  | 'work'
  | 'school'
  | 'country'
  | 'source'
  | 'lineType'
  | 'carrier'
  | 'city'
  | 'confidence';

/** One profile in the index, known by its phone. */
export interface IndexDocument {
  phone: string;
  /** A document with a smaller revision never replaces one with a greater. */
  revision: number;
  terms: Partial<Record<IndexField, readonly string[]>>;
  /** What it counts among; each value of a field once. Nothing, where absent. */
  facets?: Partial<Record<FacetField, readonly string[]>>;
  sort: { name: string; timestamp: number; confidence: number };
}

/** A document on its way to the index, as `packDocument` makes it: its phone, its revision, its timestamp and the rest as JSON, with blanks between. */
export type PackedDocument = string;

/** How many documents have a value; none of a value that none has. */
export interface FacetCount {
  value: string;
  documents: number;
}
export type FacetCounts = Record<FacetField, FacetCount[]>;

/** One value of one field: every term of `all` must stand in the field, the last of them as a prefix if `prefix`. */
export interface IndexMatch {
  field: IndexField;
  all: readonly string[];
  prefix: boolean;
}

/** All of `must`, and at least one of `should` if there are any; each entry is any of its matches. */
export interface IndexConditions {
  must: ReadonlyArray<readonly IndexMatch[]>;
  should: ReadonlyArray<readonly IndexMatch[]>;
  /**
   * None of these: they take away from what an entry of `must` or `should` asks a term for, of which there is one at
   * least wherever there is any of these.
   */
  not?: readonly IndexMatch[];
}

/** Sorts by a key of each document; or by the first of `terms` that it has: with DESC those with the first term come first, those with none last. */
export type IndexSort = { direction: 'ASC' | 'DESC' } & (
  | { field: 'phone' | 'name' | 'timestamp' | 'confidence' }
  | { field: 'image'; terms: readonly string[] }
);

export interface IndexQuery extends IndexConditions {
  /** By phone, ascending, unless said. What is equal is in order of phones, in the same direction. */
  sort?: IndexSort;
  offset: number;
  limit: number;
  /** Counting stops here unless null. */
  countUpTo: number | null;
}

export interface IndexHits {
  phones: string[];
  total: number;
  totalIsLowerBound: boolean;
}

/** A rebuildable index of profiles; never the only copy. */
export interface SearchIndex {
  /** Whether other processes may write to it at the same time. */
  readonly isShared: boolean;
  /** Searchable when resolved. */
  upsert(documents: readonly PackedDocument[]): Promise<void>;
  remove(phones: readonly string[]): Promise<void>;
  search(query: IndexQuery): Promise<IndexHits>;
  /**
   * Of each field the `most` values that the most hits have, largest first, equal ones by their bytes in UTF-8. Counts
   * are exact; while documents change, each counts as it stood at some moment of the call.
   */
  facets(conditions: IndexConditions, most: number): Promise<FacetCounts>;
  /** Every hit, in order of phones, in slices; for the streamed export. */
  scan(conditions: IndexConditions, sliceSize: number): AsyncIterable<string[]>;
  count(): Promise<number>;
  /**
   * Which index this is: the same for whoever opens it and after a rebuild, another where it lies elsewhere or was made
   * anew after it was lost.
   */
  identity(): Promise<string>;
  /** Whether only a rebuild brings it up to date: it was made for another shape of documents, or is lost. */
  isOutdated(): Promise<boolean>;
  /**
   * Has `told` called by each search and write that finds it lost, which has no answer until a rebuild. Absent where
   * nobody else can take it away.
   */
  onLoss?(told: () => void): void;
  /**
   * Makes it hold what `slices` hold, and what is written meanwhile, and nothing else, while searches find all the time
   * what they found before or will find after. The slices are read from when everything that is written goes into the
   * new one too, are in order of phones, and one is in the index when the next is asked for. A rebuild that ended in
   * the middle, for whatever reason, leaves everything as it was or is begun anew.
   * @returns false when another process is at it already; nothing was read then
   */
  rebuild(slices: AsyncIterable<readonly PackedDocument[]>): Promise<boolean>;
  /** Overwrites what was removed; absent where the engine does so in its own time. */
  scrub?(): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
