export interface FaceVector {
  /** The picture's id (64 hexadecimal digits), a full stop, and which of its faces it is, from 0. */
  id: string;
  vector: Float32Array;
}

/** A stored face near a sought one, with the Euclidean distance that the index measured (it may round vectors). */
export interface NearFace {
  id: string;
  distance: number;
}

/** Records of faces as an index is made of them. */
export interface FaceRecords {
  /** The next after `id` (empty: from the beginning), in an order of its own. */
  after(id: string, limit: number): Promise<FaceVector[]>;
  /** Unknown ones are left out. */
  byId(ids: readonly string[]): Promise<FaceVector[]>;
}

/**
 * Vectors of faces of one model, for finding near ones. It is made of the records and may be behind or ahead of them by
 * what a crash left: whoever asks compares with the records.
 */
export interface FaceIndex {
  /** Adds or replaces. Found from the answer on. */
  add(faces: readonly FaceVector[]): Promise<void>;
  /** Unknown ids are no fault. */
  remove(ids: readonly string[]): Promise<void>;
  /** The nearest `count` faces, nearest first. */
  near(vector: Float32Array, count: number): Promise<NearFace[]>;
  /** Those of `ids` that it does not have. */
  missing(ids: readonly string[]): Promise<string[]>;
  /** Ids after `after` (empty: from the beginning) in an order of its own, for walking through all. */
  idsAfter(after: string, limit: number): Promise<string[]>;
  /** Names this very index: one that was lost while it was used, and made anew without faces, has another name. */
  identity(): Promise<string>;
  /** Faces kept since then (milliseconds) may be missing after the start; 0: any may be. */
  behindSince(): Promise<number>;
  size(): Promise<number>;
  /**
   * Brings faces back within a search's reach that have gone out of it since the last time, where that can happen and
   * enough was added to look. Walks through all records then, beside other work, until it is done or `signal` says to
   * end. Answers how many it put in anew.
   */
  mend(records: FaceRecords, signal: AbortSignal): Promise<number>;
  /**
   * Joins the parts in which many writes left the index, where searches are much dearer by them and nothing was written
   * for some minutes: an engine is asked to, and does it in its own time, beside searches and writes. To be called now
   * and then, by one process of all. Answers how many parts are joined from now on; 0: nothing is to be done.
   */
  join(): Promise<number>;
  /** Once resolved, no file that this index writes holds what was removed. An engine overwrites it in its own time. */
  scrub(): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
