import { calls, type OwnFactorEnd, type OwnFactorStart, type SecondFactorSecret } from '@numscope/contracts';
import type * as z from 'zod';
import type { Attempts } from '../attempts/attempts.ts';
import type { AuthDeps } from '../deps.ts';
import { CHECK_MS } from './log-in.ts';
import { prove, type Prover } from './prove.ts';

/** @throws ApiError as `prove`, SECOND_FACTOR_ON */
export const beginOwnSecondFactor = (
  { password: given }: z.infer<typeof OwnFactorStart>,
  caller: Prover,
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
  caller: Prover,
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
