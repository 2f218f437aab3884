import type { Revocations } from '@numscope/contracts';
import type { OutboxSource, OutgoingEvent } from '@numscope/platform';
import type { Revocation } from '../domain/revocation.ts';

/** Ended sessions and failed logins. Names that differ in case only are one. Times in milliseconds. */
export interface AuthStore extends OutboxSource {
  /** Notes which tokens no longer count, and drops what no token can be old enough for. Repeating it, or an older one, changes nothing. */
  revoke(revocations: Revocation[], now: number, events: OutgoingEvent[]): Promise<void>;
  /** What changed after `revision`; everything if that is not a revision of this store. */
  revocationsSince(revision: number): Promise<Revocations>;
  /** When the failures of `key` since `since` happened, oldest first. */
  failures(key: string, since: number): Promise<number[]>;
  /** Notes a failed login, and drops all failures before `since`. */
  noteFailure(key: string, at: number, since: number): Promise<void>;
  clearFailures(key: string, events: OutgoingEvent[]): Promise<void>;
  append(events: OutgoingEvent[]): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
