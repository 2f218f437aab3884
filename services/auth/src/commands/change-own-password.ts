import { ApiError, apiError, calls, type OwnPassword } from '@numscope/contracts';
import type { AuditScope, Identity } from '@numscope/platform';
import type * as z from 'zod';
import type { Attempts } from '../attempts/attempts.ts';
import type { AuthContext } from '../deps.ts';
import { cutPassword } from '../domain/login-fields.ts';
import { endSessions } from './end-sessions.ts';
import { CHECK_MS } from './log-in.ts';

interface Caller {
  by: Identity | null;
  address: string;
  audit: AuditScope;
  requestId: string;
}

/**
 * Changes the caller's own password and ends the other sessions, so that the list of them is right at once; users says
 * so once more, of those that began meanwhile too. Who guesses the present one is held up as at a login.
 * @throws ApiError PASSWORD_REQUIRED, PASSWORD_RULE, TOO_MANY_REQUESTS, BAD_CREDENTIALS (400) when the present password
 * is another
 */
export async function changeOwnPassword(
  request: z.infer<typeof OwnPassword>,
  { by, address, audit, requestId }: Caller,
  attempts: Attempts,
  deps: AuthContext,
): Promise<void> {
  if (!by) throw apiError('UNAUTHORIZED');
  if (!request.current || !request.password) throw apiError('PASSWORD_REQUIRED');
  const { userName, issuedAt: keepIssuedAt } = by;
  const passwords = { current: cutPassword(request.current), password: cutPassword(request.password) };

  const notBefore = deps.kit.clock.now();
  const changed = await attempts.make({
    userName,
    address,
    async check() {
      try {
        const body = { userName, ...passwords, keepIssuedAt, audit: audit.hand() };
        await deps.client.call(calls.setPassword, { body, requestId, timeoutMs: CHECK_MS });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'BAD_CREDENTIALS') return { named: true, passed: null };
        throw error;
      }
      return { passed: { value: true, events: [] } };
    },
  });
  if (changed === null) throw apiError('BAD_CREDENTIALS', { status: 400 });
  await endSessions([{ userName, notBefore, keepIssuedAt }], [], deps);
}
