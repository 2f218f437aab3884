import type { OutboxSource, OutgoingEvent } from '@numscope/platform';
import type { EndedSessions, Revocation } from '../domain/revocation.ts';
import type { GoneUser } from '../domain/session.ts';
import type { ApiKeyStore } from './api-key-store.port.ts';
import type { AttemptStore } from './attempt-store.port.ts';
import type { SessionStore } from './session-store.port.ts';

/** Logins and ended sessions, attempts to log in and API keys. Names that differ in case only are one. Times in milliseconds. */
export interface AuthStore extends AttemptStore, ApiKeyStore, SessionStore, OutboxSource {
  /**
   * Notes which tokens no longer count, and drops the logins that were these. What no token can be old enough for is
   * passed over. Repeating it, or an older one, changes nothing.
   */
  revoke(revocations: Revocation[], now: number, events: OutgoingEvent[]): Promise<void>;
  /** What changed after `revision`; everything if that is not a revision of this store. */
  revocationsSince(revision: number): Promise<EndedSessions>;
  /** The moment up to which this user's tokens were last ended; 0: never, as far as any token can tell. */
  endedUpTo(userName: string): Promise<number>;
  /** Notes that a token is issued as of `at`. An earlier one changes nothing. */
  noteIssue(userName: string, at: number): Promise<void>;
  /** The latest moment as of which this user has a token; 0: it has none. */
  lastIssue(userName: string): Promise<number>;
  /** Forgets the logins and keys of users who are gone, and when they had tokens. Their ends stay as long as those of others. */
  forgetUsers(users: GoneUser[]): Promise<void>;
  /**
   * Forgets what counts no longer: failures, what they told of a name, from where users have logged in, logins whose time
   * is over, and of tokens that live no more when they were issued and up to when they were ended.
   */
  forgetPast(now: number): Promise<void>;
  append(events: OutgoingEvent[]): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
