import type { OutgoingEvent } from '@numscope/platform';
import type { ApiKeyRecord } from '../domain/api-key.ts';
import type { Revocation } from '../domain/revocation.ts';

/** The API keys. The store is the arbiter of how many somebody has. Times in milliseconds. */
export interface ApiKeyStore {
  /**
   * Keeps a new key, and the events exactly when it does.
   * @returns false when its owner (or all services together) has `most` already
   */
  addKey(key: ApiKeyRecord, most: number, now: number, events: OutgoingEvent[]): Promise<boolean>;
  /** The keys of a user; of null those of services. Newest first. */
  keysOf(ownerId: string | null): Promise<ApiKeyRecord[]>;
  findKey(id: string): Promise<ApiKeyRecord | null>;
  keyByHash(hash: string): Promise<ApiKeyRecord | null>;
  /** Forgets a key, with what ends its tokens and the events. */
  removeKey(id: string, ended: Revocation, now: number, events: OutgoingEvent[]): Promise<void>;
  /** Notes a use, unless one is noted that is less than `gapMs` older. */
  noteKeyUse(id: string, at: number, from: string, gapMs: number): Promise<void>;
}
