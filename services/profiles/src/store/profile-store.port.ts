import type { AgreementCounts, CountryStatistics, SavedSearch, StatisticsRange } from '@numscope/contracts';
import type { CommitId, PackedDocument, OutgoingEvent, OutboxSource, EventKeeper } from '@numscope/platform';
import type * as z from 'zod';
import type { JobRef, KeptObservation } from '../domain/observation.ts';
import type { ErasureStore } from './erasure.ts';
import type { IndexWork } from './index-work.ts';
import type { ImportStore } from './import-record.ts';
import type { RetentionStore } from './retention.ts';
import type { SameFaceStore } from './same-face.ts';

/** A slice of profiles that were folded anew: the last phone of it, null after the end. */
export interface Refolded {
  last: string | null;
  work: IndexWork | null;
}

export interface StoredProfile {
  /** The profile as JSON, as callers get it. */
  profile: string;
  observations: KeptObservation[];
}

/** `NO_ROOM`: the user has as many as there can be; `NOT_OWN`: the id is another user's. */
export type PutSearch = 'KEPT' | 'NO_ROOM' | 'NOT_OWN';

/** The owner of saved searches. Older versions kept them by the name alone. */
export interface SearchOwner {
  userId: string;
  userName: string;
}

/** JSON before and behind a part. */
export type TextsAround = readonly [before: string, after: string];

/** What only reads profiles by their phones. */
export interface ProfileReader {
  /** Profiles as JSON in the order of the phones; unknown ones are left out. */
  profiles(phones: readonly string[]): Promise<string[]>;
  /** The same, each with `observations`: all that it was computed from, so that it can be computed elsewhere. */
  wholeProfiles(phones: readonly string[]): Promise<string[]>;
  /** Profiles as `profiles` gives them, and their observations. */
  details(phones: readonly string[]): Promise<StoredProfile[]>;
  /** Which of these phones have a profile. */
  known(phones: readonly string[]): Promise<string[]>;
  /**
   * Numbers whose profiles refer to one of these pictures, be it of a holder of before, in order of phones, after `phone`
   * (null: from the first).
   */
  phonesOfImages(imageIds: readonly string[], phone: string | null, limit: number): Promise<string[]>;
  referencedImages(imageIds: readonly string[]): Promise<string[]>;
  count(): Promise<number>;
  /** Revisions of these phones' profiles; unknown ones are left out. */
  revisions(phones: readonly string[]): Promise<Map<string, number>>;
  /** Index documents of these phones; unknown ones are left out. */
  documents(phones: readonly string[]): Promise<PackedDocument[]>;
  /** Index documents in order of phones, after `phone` (null: from the first). */
  documentsAfter(phone: string | null, limit: number): Promise<PackedDocument[]>;
}

/** Which job was merged into which. */
export interface MergeStore {
  noteMerge(source: JobRef, target: JobRef): Promise<void>;
  /** For each of these jobs (id or number, as terms) the ids of all that were merged into it, directly or not. */
  jobsMergedInto(jobs: readonly string[]): Promise<Record<string, string[]>>;
}

/** Each user's saved searches. */
export interface SavedSearchStore {
  /** A user's saved searches, in order of their names. */
  savedSearches(userId: string): Promise<SavedSearch[]>;
  /** Whether there was room for it: of many at once no more are kept than `limits.savedSearches`. */
  saveSearch(owner: SearchOwner, search: SavedSearch, audit: OutgoingEvent | null): Promise<boolean>;
  /** Writes a search of the user's anew, or one that the user had under this id before. */
  putSearch(owner: SearchOwner, search: SavedSearch, audit: OutgoingEvent | null): Promise<PutSearch>;
  /** Whether the user had it. */
  dropSearch(userId: string, id: string, audit: OutgoingEvent | null): Promise<boolean>;
  /**
   * Gives a user the searches that were kept by its name alone, before they went by id, if it is as old as they are:
   * whoever got the name later does not get them. To be called before the others.
   */
  adoptSearches(owner: SearchOwner): Promise<void>;
  /** All of a user who is gone, with those that were kept by its name alone; null: the id is not known. */
  dropSearchesOf(owner: { userId: string | null; userName: string }): Promise<void>;
}

/** Profiles by phone, with what they were computed from. Every change is one atomic step. */
export interface ProfileStore
  extends
    OutboxSource,
    EventKeeper,
    ProfileReader,
    ErasureStore,
    ImportStore,
    MergeStore,
    RetentionStore,
    SameFaceStore,
    SavedSearchStore {
  /**
   * Folds what sources found (texts of `phone.resolved`, each of one event or several, one a line) into the profiles: reads, folds and keeps in one step, so that
   * no answer is lost to another. `profile.updated` of every FOUND phone (and of every phone that has a profile) waits
   * for `finishWork`. Null when there is nothing to index or to tell. Safe to repeat.
   */
  absorb(texts: readonly string[], now: number): Promise<IndexWork | null>;
  /** Removes a profile; its tombstone and the audit entry wait for `finishWork`. Null when there is none. */
  remove(phone: string, reason: 'DELETED' | 'ERASED', audit: OutgoingEvent | null): Promise<IndexWork | null>;
  /** Forgets removed numbers, with what late events must meet, that are remembered long enough. */
  forgetRemoved(now: number): Promise<void>;
  /**
   * Folds `limit` kept profiles after `phone` (null: from the first) by the rules of today. Those that come out
   * otherwise are told of, without a job.
   */
  refold(phone: string | null, limit: number): Promise<Refolded>;
  /** The version of the rules that all profiles obey; null before it was ever noted. */
  rulesVersion(): Promise<number | null>;
  noteRulesVersion(version: number): Promise<void>;
  /**
   * The index that the profiles were written to since it was whole, as `SearchIndex.identity` names it; null before any
   * was noted.
   */
  notedIndex(): Promise<string | null>;
  noteIndex(identity: string): Promise<void>;
  /**
   * Does work that one process at a time should do, when the turn of this one comes; not at all when `signal` fires
   * before. The work must be safe to repeat, and beside itself: a process that stood still may not know that its turn
   * is over.
   */
  inTurn(work: () => Promise<void>, signal: AbortSignal): Promise<void>;
  /**
   * Work that was not finished, oldest first, with the documents as they are now; what has none any more is among the
   * removals.
   */
  openWork(limit: number): Promise<IndexWork[]>;
  /**
   * The same of processes that share these records and have not finished it for a while; with this one's own, if it
   * takes as long.
   */
  abandonedWork(limit: number): Promise<IndexWork[]>;
  /** Whether any process has work that is not finished. */
  hasOpenWork(): Promise<boolean>;
  /** The index has it: lets the events of this work go out by the outbox. */
  finishWork(id: CommitId): Promise<void>;
  /** The index has it and its events are on the bus. A power cut may bring it back. */
  forgetWork(id: CommitId): Promise<void>;
  /**
   * The profiles alone, as one JSON array in UTF-8.
   * @param around JSON to stand before and behind the array, so that what is to be a part of something larger is not
   * copied once more for that
   */
  profileList(phones: readonly string[], around?: TextsAround): Promise<Uint8Array>;
  /** How a source stands in the profiles, by country and by hour or day. */
  agreement(source: string, range: StatisticsRange): Promise<AgreementCounts>;
  countryStatistics(): Promise<z.infer<typeof CountryStatistics>>;
  check(): Promise<void>;
  close(): Promise<void>;
}
