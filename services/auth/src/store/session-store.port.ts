import type { OutgoingEvent } from '@numscope/platform';
import type { Revocation } from '../domain/revocation.ts';
import type { LastUse, SeenSession, SessionRecord } from '../domain/session.ts';

/** Logins. Times in milliseconds. */
export interface SessionStore {
  addSession(session: SessionRecord): Promise<void>;
  /** A user's logins whose time is not over, newest first. */
  sessionsOf(userId: string, now: number, most: number): Promise<SessionRecord[]>;
  /** Notes uses, but of no login that had not been used for `idleMs` before the first: it is over, though not ended yet. */
  noteSeen(seen: SeenSession[], idleMs: number): Promise<void>;
  /** Logins that were last used at `seenUpTo` or before, the longest unused first. */
  idleSessions(seenUpTo: number, most: number): Promise<SessionRecord[]>;
  /** Null also where it is another user's. */
  findSession(id: string, userId: string): Promise<SessionRecord | null>;
  /** Forgets a login, with what ends its token, unless it was used after that. @returns whether it did */
  removeUnused(login: LastUse, ended: Revocation, now: number): Promise<boolean>;
  /** Forgets a login, with what ends its token and the events. */
  removeSession(id: string, ended: Revocation, now: number, events: OutgoingEvent[]): Promise<void>;
}
