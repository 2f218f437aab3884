import { apiError, calls, type OwnPassword } from '@numscope/contracts';
import type * as z from 'zod';
import type { Attempts } from '../attempts/attempts.ts';
import type { AuthContext } from '../deps.ts';
import { cutPassword } from '../domain/login-fields.ts';
import { endSessions } from './end-sessions.ts';
import { CHECK_MS } from './log-in.ts';
import { prove, type Prover } from './prove.ts';

/**
 * Changes the caller's own password and ends the other sessions, so that the list of them is right at once; users says
 * so once more, of those that began meanwhile too. Who guesses the present one is held up as at a login.
 * @throws ApiError PASSWORD_REQUIRED, PASSWORD_RULE, TOO_MANY_REQUESTS, BAD_CREDENTIALS (400) when the present password
 * is another
 */
export async function changeOwnPassword(
  request: z.infer<typeof OwnPassword>,
  caller: Prover,
  attempts: Attempts,
  deps: AuthContext,
): Promise<void> {
  if (!request.password) throw apiError('PASSWORD_REQUIRED');
  const password = cutPassword(request.password);
  const { audit, requestId } = caller;
  const { userName, issuedAt: keepIssuedAt } = caller.by;
  const notBefore = deps.kit.clock.now();
  await prove(request.current, caller, attempts, async (_by, current) => {
    const body = { userName, current, password, keepIssuedAt, audit: audit.hand() };
    await deps.client.call(calls.setPassword, { body, requestId, timeoutMs: CHECK_MS });
  });
  await endSessions([{ userName, notBefore, keepIssuedAt }], [], deps);
}
