import type { User } from '@numscope/contracts';
import { type AuditScope, boundedText, newIdAt } from '@numscope/platform';
import type { AuthDeps } from '../deps.ts';

const AGENT_CHARS = 200;

/** Who signs in, from where and by what. */
export interface SigningIn {
  address: string;
  /** What the browser or program calls itself. */
  agent: string;
  requestId: string;
  audit: AuditScope;
}

/**
 * A token for a user who has shown who it is, kept as one of the user's logins. As of the moment at which users saw
 * these rights, so that a change made while this login was on its way ends it too. It is later than the last end of
 * this user's sessions, also where that was dated by a clock that has gone back since.
 */
export async function openSession(user: User, { address, agent }: SigningIn, deps: AuthDeps): Promise<string> {
  const { store, tokens, kit, settings } = deps;
  const asOf = user.lastLogin ?? kit.clock.now();
  await store.noteIssue(user.userName, asOf);
  const seconds = Math.round(settings.sessionHours * 3600);
  const tokenId = newIdAt(asOf);
  const token = tokens.sign({ ...user, tokenId }, seconds, asOf);
  const now = kit.clock.now();
  const login = { id: tokenId, userId: user.id, userName: user.userName, createdAt: asOf, seenAt: now };
  const expiresAt = now + seconds * 1000;
  await store.addSession({ ...login, address, agent: boundedText(agent, AGENT_CHARS), expiresAt });
  return token;
}
