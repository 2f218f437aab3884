/**
 * What the bus and its store's thread hand to each other. A stream is one partition of one topic, named `topic/number`.
 */

export interface NewChunk {
  stream: string;
  count: number;
  /** The events' JSON texts, one a line. */
  payload: string;
}

/** A chunk that is in the log now. */
export interface LoggedChunk extends NewChunk {
  /** The offset of its first event. */
  first: number;
}

/** Consecutive events of one stream, the first at offset `first`. */
export interface StoredChunk {
  first: number;
  count: number;
  /** That of a new chunk, or as `longText` makes it. */
  payload: string | Uint8Array;
}

export interface GroupOffset {
  group: string;
  stream: string;
  /** The offset of the first event that the group has not handled. */
  next: number;
}

export interface NewDeadLetter {
  topic: string;
  group: string;
  reason: string;
  at: number;
  json: string;
}

/** All of it is kept in one commit. */
export interface BusWrite {
  at: number;
  /** Events, as `packEvents` makes them. */
  packed: string[];
  offsets: GroupOffset[];
  dead: NewDeadLetter[];
}

/** Events of a stream have offsets from `start` up to, not including, `end`. */
export interface StreamState {
  stream: string;
  start: number;
  end: number;
}

export interface ReadRequest {
  stream: string;
  from: number;
}

export interface BusStoreOptions {
  path: string;
}
