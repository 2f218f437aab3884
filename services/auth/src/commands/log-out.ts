import { foldUserName } from '@numscope/contracts/account-rules';
import { apiError, userNamePattern } from '@numscope/contracts';
import { type AuditScope, type Identity, isAdmin, loginsSubject } from '@numscope/platform';
import type { AuthContext } from '../deps.ts';
import { endSessions } from './end-sessions.ts';

/**
 * Ends every login of a user, which their API keys outlive.
 * @throws ApiError FORBIDDEN when a USER names somebody else, NOT_FOUND for what cannot be a user's name
 */
export async function logOut(
  userName: string,
  by: Identity | null,
  audit: AuditScope,
  deps: AuthContext,
): Promise<void> {
  if (!by) throw apiError('UNAUTHORIZED');
  const itself = foldUserName(by.userName) === foldUserName(userName);
  if (!itself && !isAdmin(by)) throw apiError('FORBIDDEN');
  if (!userNamePattern.test(userName)) throw apiError('NOT_FOUND');
  const entry = audit.take();
  // A clock may have been ahead when a token was issued; the logout ends it all the same.
  const notBefore = Math.max(deps.kit.clock.now(), itself ? by.issuedAt : 0, await deps.store.lastIssue(userName));
  await endSessions([{ userName: loginsSubject(userName), notBefore, keepIssuedAt: null }], entry ? [entry] : [], deps);
}
