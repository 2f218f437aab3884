import type { ListedNumber } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { ErasedMark } from '@numscope/platform/erased-numbers';

/** Entries that come together, by one order. */
export interface NewListed extends Omit<ListedNumber, 'entry'> {
  entries: string[];
}

/** `text` as `ListedQuery` says. */
export interface ListedRequest {
  text: string;
  offset: number;
  limit: number;
}

/** What was erased, as long as requests of before may come again. */
export interface ErasedStore {
  /** Marks of before `forgottenBefore` (milliseconds) go. */
  noteErased(mark: ErasedMark, forgottenBefore: number): Promise<void>;
  erasedMarks(): Promise<ErasedMark[]>;
  /** How much there was about a number; it goes with that. */
  erase(phone: string): Promise<{ observations: number; submissions: number }>;
  /** Overwrites what was removed, where this store does so itself. */
  scrub(): Promise<void>;
}

/** The do-not-look-up list as it is kept. */
export interface ListedStore {
  /** Those that are there stay as they are. The events go out exactly when it holds. @returns how many were not there */
  addListed(added: NewListed, events: OutgoingEvent[]): Promise<number>;
  /** @returns whether it was there */
  removeListed(entry: string, at: number, events: OutgoingEvent[]): Promise<boolean>;
  listed(request: ListedRequest): Promise<{ entries: ListedNumber[]; total: number }>;
  /** Entries in their order, those after one; from the first on after ''. */
  listedAfter(entry: string, limit: number): Promise<string[]>;
  countListed(): Promise<number>;
  /** Another one after each change, whichever instance made it. */
  listRevision(): Promise<string>;
}
