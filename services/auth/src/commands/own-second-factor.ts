import {
  ApiError,
  apiError,
  calls,
  type OwnFactorEnd,
  type OwnFactorStart,
  type SecondFactorSecret,
} from '@numscope/contracts';
import type { AuditScope, Identity } from '@numscope/platform';
import type * as z from 'zod';
import type { Attempts, Tried } from '../attempts/attempts.ts';
import type { AuthDeps } from '../deps.ts';
import { cutPassword } from '../domain/login-fields.ts';
import { CHECK_MS } from './log-in.ts';

interface Caller {
  by: Identity | null;
  address: string;
  audit: AuditScope;
  requestId: string;
}

/**
 * Does what needs the caller's own password, and maybe a code. Who guesses either is held up as at a login.
 * @throws ApiError UNAUTHORIZED, PASSWORD_REQUIRED, TOO_MANY_REQUESTS, what is refused of password or code
 */
async function prove<T>(
  given: string | null | undefined,
  { by, address }: Caller,
  attempts: Attempts,
  ask: (by: Identity, password: string) => Promise<T>,
): Promise<T> {
  if (!by) throw apiError('UNAUTHORIZED');
  if (!given) throw apiError('PASSWORD_REQUIRED');
  const refused: ApiError[] = [];
  const done = await attempts.make({
    userName: by.userName,
    address,
    async check(): Promise<Tried<{ answer: T }>> {
      try {
        return { passed: { value: { answer: await ask(by, cutPassword(given)) }, events: [] } };
      } catch (error) {
        if (!(error instanceof ApiError) || (error.code !== 'BAD_CREDENTIALS' && error.code !== 'CODE_WRONG'))
          throw error;
        refused.push(error);
        return { named: true, passed: null };
      }
    },
  });
  if (done === null) throw refused[0] ?? apiError('BAD_CREDENTIALS', { status: 400 });
  return done.answer;
}

/** @throws ApiError as `prove`, SECOND_FACTOR_ON */
export const beginOwnSecondFactor = (
  { password: given }: z.infer<typeof OwnFactorStart>,
  caller: Caller,
  attempts: Attempts,
  { client }: AuthDeps,
): Promise<SecondFactorSecret> =>
  prove(given, caller, attempts, ({ userId: id }, password) =>
    client.call(calls.startSecondFactor, {
      body: { id, password, audit: caller.audit.hand() },
      requestId: caller.requestId,
      timeoutMs: CHECK_MS,
    }),
  );

/** @throws ApiError as `prove`, SECOND_FACTOR_OFF */
export const endOwnSecondFactor = (
  { password: given, code }: z.infer<typeof OwnFactorEnd>,
  caller: Caller,
  attempts: Attempts,
  { client }: AuthDeps,
): Promise<void> =>
  prove(given, caller, attempts, async ({ userId: id }, password) => {
    await client.call(calls.turnOffSecondFactor, {
      body: { id, password, code, audit: caller.audit.hand() },
      requestId: caller.requestId,
      timeoutMs: CHECK_MS,
    });
  });
