import { limits, type Session } from '@numscope/contracts';
import type { Identity } from '@numscope/platform';
import type { AuthContext } from '../deps.ts';
import type { SessionRecord } from '../domain/session.ts';

/** The one that asks, however many are newer: who does not find it here would take it for ended. */
async function withCurrent(
  newest: SessionRecord[],
  { userId, tokenId }: Identity,
  { store }: AuthContext,
): Promise<SessionRecord[]> {
  if (tokenId === undefined || newest.length < limits.listedSessions) return newest;
  if (newest.some(({ id }) => id === tokenId)) return newest;
  const current = await store.findSession(tokenId, userId);
  return current ? [...newest, current] : newest;
}

/** A user's newest logins that still count, newest first, and at the end the one that asks where it is older. */
export async function listSessions(identity: Identity, deps: AuthContext): Promise<Session[]> {
  const newest = await deps.store.sessionsOf(identity.userId, deps.kit.clock.now(), limits.listedSessions);
  const counts = ({ id: tokenId, userName, createdAt: issuedAt }: SessionRecord): boolean =>
    !deps.revocations.isRevoked({ userName, issuedAt, tokenId });
  const kept = await withCurrent(newest, identity, deps);
  return kept.filter(counts).map(({ id, createdAt, expiresAt, address, agent }) => ({
    id,
    createdAt,
    expiresAt,
    address,
    agent,
    current: id === identity.tokenId,
  }));
}
