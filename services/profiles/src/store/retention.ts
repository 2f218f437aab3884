import type { CountOfOld, RetentionDays, RetentionPlace } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import type { OutgoingEvent } from '@numscope/platform';
import type { IndexWork } from './index-work.ts';

export const retentionSteps = ['jobs', 'sources', 'profiles', 'audit'] as const;
export type RetentionStep = (typeof retentionSteps)[number];

/** A daily run as it is kept. Times in milliseconds. */
export interface RunRecord {
  id: string;
  startedAt: number;
  /** Null: it goes on. */
  finishedAt: number | null;
  days: RetentionDays;
  /** Steps that are done. */
  done: RetentionStep[];
  removed: Record<RetentionPlace, number>;
  /** How many entries had gone from the audit before this run came to it; null: the audit did not know. */
  auditGone?: number | null;
}

/** What is set, and the last runs, newest first. */
export interface RetentionRecord {
  /** Grows with each change: who changes it has read it as it stands. */
  revision: number;
  days: RetentionDays;
  by: string | null;
  at: number | null;
  /** Entries of the audit that are not on the bus yet. */
  untold: OutgoingEvent[];
  /** Pictures that profiles lost and that are not dropped yet, of one slice at most. */
  images: string[];
  runs: RunRecord[];
}

export const nothingSet: RetentionRecord = {
  revision: 0,
  days: { observations: null, jobs: null, audit: null },
  by: null,
  at: null,
  untold: [],
  images: [],
  runs: [],
};

/** What came of some profiles that had observations from before a time. */
export interface Retained {
  work: IndexWork | null;
  /** Profiles that came out otherwise. */
  folded: number;
  /** Phones of profiles that are to be removed. */
  gone: string[];
  /** Pictures that are not referred to any more by a profile that had them; the record has them, too. */
  images: string[];
  more: boolean;
}

/** How long things are kept, and what is older. */
export interface RetentionStore {
  retention(): Promise<RetentionRecord>;
  /** Keeps the record when the one that stands has the revision before. @returns whether it did */
  saveRetention(record: RetentionRecord): Promise<boolean>;
  /** Profiles with observations from before then. */
  countOlder(before: number): Promise<CountOfOld>;
  /**
   * Takes these observations out of up to `limit` of them, and adds the pictures that they lose to the record: nobody
   * would find them again. Safe to repeat, and beside itself.
   */
  retain(before: number, limit: number): Promise<Retained>;
  /**
   * Removes a profile that `retain` named, if still nothing found is left of it without these observations: somebody may
   * have asked for the number meanwhile. Null when nothing was removed.
   */
  removeForgotten(phone: string, before: number): Promise<IndexWork | null>;
}

/** What was counted up to one more than is told. */
export const counted = (found: number, undated: boolean): CountOfOld => ({
  count: Math.min(found, limits.exactSearchHits),
  atLeast: undated || found > limits.exactSearchHits,
});
