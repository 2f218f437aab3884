import { apiError, calls, type LoginRequest } from '@numscope/contracts';
import { type AuditScope, HIDDEN, takenEvents } from '@numscope/platform';
import type * as z from 'zod';
import type { Attempts } from '../attempts/attempts.ts';
import type { AuthDeps } from '../deps.ts';
import { readLogin } from '../domain/login-fields.ts';
import { loginsEndedUpTo } from './logins-ended-up-to.ts';
import { openSession, type SigningIn } from './open-session.ts';

/** A password may wait for its turn to be hashed. */
export const CHECK_MS = 15_000;

/** People type passwords into the field of the name: until it is known to be one, the audit does not get to see it. */
function hideName(request: z.infer<typeof LoginRequest>, audit: AuditScope): void {
  if (!request.username?.trim()) return;
  audit.as(HIDDEN);
  audit.add({ username: HIDDEN });
}

/**
 * An access token for a name and password, and the code of a second factor where there is one. A wrong code counts as a
 * wrong password does; that one is missing counts as nothing, and forgives nothing.
 * @throws ApiError USERNAME_REQUIRED, PASSWORD_REQUIRED, BAD_CREDENTIALS, CODE_REQUIRED, CODE_WRONG, TOO_MANY_REQUESTS,
 * LOCAL_LOGIN_OFF,
 * SERVICE_UNAVAILABLE when users does not answer
 */
export async function logIn(
  request: z.infer<typeof LoginRequest>,
  caller: SigningIn,
  attempts: Attempts,
  deps: AuthDeps,
): Promise<string> {
  const { store, client } = deps;
  const { address, requestId, audit } = caller;
  hideName(request, audit);
  if (!deps.settings.localLogin) throw apiError('LOCAL_LOGIN_OFF');
  const { userName, password, code } = readLogin(request);
  const showName = (): void => {
    audit.as(userName);
    audit.add({ username: userName });
  };
  let refusal: 'BAD_CREDENTIALS' | 'CODE_WRONG' = 'BAD_CREDENTIALS';

  const token = await attempts.make({
    userName,
    address,
    onNamed: showName,
    async check(lane) {
      const after = await loginsEndedUpTo(userName, store);
      const body = { userName, password, code, after, lane };
      const verdict = await client.call(calls.checkPassword, { body, requestId, timeoutMs: CHECK_MS });
      if (verdict.code === 'REQUIRED' || verdict.code === 'TOO_MANY') showName();
      if (verdict.code === 'REQUIRED') throw apiError('CODE_REQUIRED');
      if (verdict.code === 'TOO_MANY')
        throw apiError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil((verdict.retryAfterMs ?? 1) / 1000) });
      if (verdict.code === 'WRONG') refusal = 'CODE_WRONG';
      if (!verdict.user) return { named: verdict.known, passed: null };
      const value = await openSession(verdict.user, caller, deps);
      audit.as(verdict.user.userName, verdict.user.id);
      audit.add({ username: userName });
      return { passed: { value, events: takenEvents(audit) } };
    },
  });
  if (token === null) throw apiError(refusal);
  return token;
}
