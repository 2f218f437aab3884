import { apiError, calls, type LoginRequest } from '@numscope/contracts';
import { type AuditScope, boundedText, newIdAt } from '@numscope/platform';
import type * as z from 'zod';
import type { Attempts } from '../attempts/attempts.ts';
import type { AuthDeps } from '../deps.ts';
import { readLogin } from '../domain/login-fields.ts';

interface Caller {
  address: string;
  /** What the browser or program calls itself. */
  agent: string;
  requestId: string;
  audit: AuditScope;
}

/** A password may wait for its turn to be hashed. */
export const CHECK_MS = 15_000;

const AGENT_CHARS = 200;

/** People type passwords into the field of the name: until it is known to be one, the audit does not get to see it. */
function hideName(request: z.infer<typeof LoginRequest>, audit: AuditScope): void {
  if (!request.username?.trim()) return;
  audit.as('***');
  audit.add({ username: '***' });
}

/**
 * An access token for a name and password.
 * @throws ApiError USERNAME_REQUIRED, PASSWORD_REQUIRED, BAD_CREDENTIALS, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE when
 * users does not answer
 */
export async function logIn(
  request: z.infer<typeof LoginRequest>,
  caller: Caller,
  attempts: Attempts,
  deps: AuthDeps,
): Promise<string> {
  const { store, client, tokens, kit, settings } = deps;
  const { address, agent, requestId, audit } = caller;
  hideName(request, audit);
  const { userName, password } = readLogin(request);

  const token = await attempts.make({
    userName,
    address,
    onNamed() {
      audit.as(userName);
      audit.add({ username: userName });
    },
    async check(lane) {
      const after = await store.endedUpTo(userName);
      const body = { userName, password, after, lane };
      const { user, known } = await client.call(calls.checkPassword, { body, requestId, timeoutMs: CHECK_MS });
      if (!user) return { named: known, passed: null };
      // As of the moment at which users saw these rights, so that a change made while this login was on its way ends it
      // too. It is later than the last end of this user's sessions, also where that was dated by a clock that has gone
      // back since.
      const asOf = user.lastLogin ?? kit.clock.now();
      await store.noteIssue(user.userName, asOf, kit.clock.now());
      const seconds = Math.round(settings.sessionHours * 3600);
      const tokenId = newIdAt(asOf);
      const value = tokens.sign({ ...user, tokenId }, seconds, asOf);
      const now = kit.clock.now();
      const login = { id: tokenId, userId: user.id, userName: user.userName, createdAt: asOf, seenAt: now };
      const expiresAt = now + seconds * 1000;
      await store.addSession({ ...login, address, agent: boundedText(agent, AGENT_CHARS), expiresAt }, now);
      audit.as(user.userName, user.id);
      audit.add({ username: userName });
      const entry = audit.take();
      return { passed: { value, events: entry ? [entry] : [] } };
    },
  });
  if (token === null) throw apiError('BAD_CREDENTIALS');
  return token;
}
