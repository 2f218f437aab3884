import { apiError } from '@numscope/contracts';
import { type AuditScope, type Identity, sessionSubject, takenEvents } from '@numscope/platform';
import type { AuthContext } from '../deps.ts';

/**
 * Ends one of the caller's own logins.
 * @throws ApiError NOT_FOUND
 */
export async function endSession(id: string, by: Identity, audit: AuditScope, deps: AuthContext): Promise<void> {
  const { store, kit, revocations, news } = deps;
  const session = await store.findSession(id, by.userId);
  if (!session) throw apiError('NOT_FOUND');
  audit.add({ address: session.address, agent: session.agent });
  const events = takenEvents(audit);
  const now = kit.clock.now();
  const ended = { userName: sessionSubject(id), notBefore: Math.max(now, session.createdAt), keepIssuedAt: null };
  await store.removeSession(id, ended, now, events);
  revocations.revoke(ended.userName, ended.notBefore);
  news.tell();
}
