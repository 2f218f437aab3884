import type { OutgoingEvent } from '@numscope/platform';

/** That a user agreed to the operator's notice about face search, by the text's hash. Times in milliseconds. */
export interface Agreement {
  userId: string;
  userName: string;
  hash: string;
  at: number;
}

/** What is kept of who searches by faces, for all instances. */
export interface SearcherStore {
  /**
   * Counts one search of a user, unless `most` were counted after `since`. What is dated further ahead than a minute was
   * noted by a clock that has gone back since, and counts no more.
   * @returns null when it counts; else when the oldest of those was
   */
  countSearch(userId: string, now: number, since: number, most: number): Promise<number | null>;
  /** Forgets who has counted none after `since`. */
  forgetSearches(since: number): Promise<void>;
  /** Keeps that a user agreed, the first time, and the call's audit entry, each time. */
  agree(agreement: Agreement, audit: OutgoingEvent | null): Promise<void>;
  hasAgreed(userId: string, hash: string): Promise<boolean>;
}
