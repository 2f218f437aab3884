import { foldUserName } from '@numscope/contracts/account-rules';
import { apiError, calls, userNamePattern } from '@numscope/contracts';
import { type AuditScope, type Identity, isAdmin, loginsSubject, reasonOf, takenEvents } from '@numscope/platform';
import type { AuthContext } from '../deps.ts';
import { endSessions } from './end-sessions.ts';

/** How long a name is asked for. */
const ASK_MS = 3000;

/** Whether there is such a user, or nobody can tell: whoever is to be kept out must not wait for another service. */
async function mayBeUser(userName: string, requestId: string, { client, kit }: AuthContext): Promise<boolean> {
  try {
    return (await client.call(calls.isUser, { body: { userName }, requestId, timeoutMs: ASK_MS })).known;
  } catch (error) {
    kit.log.warn({ reason: reasonOf(error) }, 'a logout could not be checked for its name, and goes on');
    return true;
  }
}

/**
 * Ends every login of a user, which their API keys outlive.
 * @throws ApiError FORBIDDEN when a USER names somebody else, NOT_FOUND where nobody has that name
 */
export async function logOut(
  userName: string,
  by: Identity,
  { audit, requestId }: { audit: AuditScope; requestId: string },
  deps: AuthContext,
): Promise<void> {
  const itself = foldUserName(by.userName) === foldUserName(userName);
  if (!itself && !isAdmin(by)) throw apiError('FORBIDDEN');
  if (!userNamePattern.test(userName)) throw apiError('NOT_FOUND');
  if (!itself && !(await mayBeUser(userName, requestId, deps))) throw apiError('NOT_FOUND');
  const events = takenEvents(audit);
  // A clock may have been ahead when a token was issued; the logout ends it all the same.
  const notBefore = Math.max(deps.kit.clock.now(), itself ? by.issuedAt : 0, await deps.store.lastIssue(userName));
  await endSessions([{ userName: loginsSubject(userName), notBefore, keepIssuedAt: null }], events, deps);
}
