import { apiError, calls, limits, type LoginRequest, userNameMaxChars } from '@numscope/contracts';
import { type AuditScope, stableId } from '@numscope/platform';
import type * as z from 'zod';
import type { Turns } from '../attempts/turns.ts';
import type { AuthDeps } from '../deps.ts';
import { readLogin } from '../domain/login-fields.ts';

interface Caller {
  address: string;
  requestId: string;
  audit: AuditScope;
}

/** By what failures are counted; hashed, because people type passwords into the field of the name. */
const attemptKey = (userName: string, address: string): string => stableId(`${userName.toLowerCase()}\n${address}`);

/** @throws ApiError TOO_MANY_REQUESTS once 10 logins failed within 15 minutes, with the seconds until the oldest of them is forgotten */
async function refuseAfterFailures(key: string, now: number, { store }: AuthDeps): Promise<void> {
  const failures = await store.failures(key, now - limits.loginFailureWindowMs);
  const oldest = failures.at(-limits.loginFailures);
  if (oldest !== undefined) throw apiError('TOO_MANY_REQUESTS', { retryAfter: (oldest + limits.loginFailureWindowMs - now) / 1000 });
}

/**
 * An access token for a name and password.
 * @throws ApiError USERNAME_REQUIRED, PASSWORD_REQUIRED, BAD_CREDENTIALS, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE when users does not answer
 */
export async function logIn(request: z.infer<typeof LoginRequest>, caller: Caller, turns: Turns, deps: AuthDeps): Promise<string> {
  const { store, client, tokens, kit, settings } = deps;
  if (request.username?.trim()) caller.audit.as(request.username.slice(0, userNameMaxChars));
  const { userName, password } = readLogin(request);
  const key = attemptKey(userName, caller.address);

  return turns.take(key, async () => {
    await refuseAfterFailures(key, kit.clock.now(), deps);
    const after = await store.endedUpTo(userName);
    const { user } = await client.call(calls.checkPassword, { body: { userName, password, after }, requestId: caller.requestId });
    if (!user) {
      const now = kit.clock.now();
      await store.noteFailure(key, now, now - limits.loginFailureWindowMs);
      throw apiError('BAD_CREDENTIALS');
    }
    caller.audit.as(user.userName, user.id);
    // As of the moment at which users saw these rights, so that a change made while this login was on its way ends it too. It is later than the last end of
    // this user's sessions, also where that was dated by a clock that has gone back since.
    const asOf = user.lastLogin ?? kit.clock.now();
    await store.noteIssue(user.userName, asOf, kit.clock.now());
    const token = tokens.sign(user, Math.round(settings.sessionHours * 3600), asOf);
    const entry = caller.audit.take();
    await store.clearFailures(key, entry ? [entry] : []);
    return token;
  });
}
