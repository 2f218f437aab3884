import { ApiError, apiError } from '@numscope/contracts';
import type { AuditScope, Identity } from '@numscope/platform';
import type { Attempts, Tried } from '../attempts/attempts.ts';
import { cutPassword } from '../domain/login-fields.ts';

/** Who proves to be the one that it is, and by which call. */
export interface Prover {
  by: Identity;
  address: string;
  audit: AuditScope;
  requestId: string;
}

/**
 * Does what needs the caller's own password, and maybe a code. Who guesses either is held up as at a login.
 * @throws ApiError PASSWORD_REQUIRED, TOO_MANY_REQUESTS, what is refused of password or code
 */
export async function prove<T>(
  given: string | null | undefined,
  { by, address }: Prover,
  attempts: Attempts,
  ask: (by: Identity, password: string) => Promise<T>,
): Promise<T> {
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
