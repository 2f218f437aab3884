import { apiError, type FactorConfirmation, type FactorEnd, type FactorStart } from '@numscope/contracts';
import type * as z from 'zod';
import { carriedEvents, type OutgoingEvent } from '@numscope/platform';
import type { UsersDeps } from '../deps.ts';
import type { SecondFactor } from '../domain/second-factor.ts';
import { sessionEnd, type UserRecord } from '../domain/user.ts';
import { hashLanes } from '../passwords/hash-lanes.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { findUser } from '../queries/find-user.ts';
import { hashCode, newRecoveryCodes, plainCode } from '../second-factor/recovery-codes.ts';
import { newSecret, stepOf, uriOf } from '../second-factor/time-codes.ts';
import { tryCode } from '../second-factor/try-code.ts';
import { keepWrongCode } from './keep-wrong-code.ts';

/**
 * @throws ApiError BAD_CREDENTIALS with status 400, because the caller's session is not at fault; TOO_MANY_REQUESTS,
 * PROVIDER_ACCOUNT
 */
async function provePassword({ passwordHash }: UserRecord, password: string): Promise<void> {
  if (passwordHash === null) throw apiError('PROVIDER_ACCOUNT');
  if (!(await hashLanes.OWN.run(() => verifyPassword(password, passwordHash))))
    throw apiError('BAD_CREDENTIALS', { status: 400 });
}

const isOn = ({ secondFactor }: UserRecord): boolean => typeof secondFactor?.confirmedAt === 'number';

/**
 * Begins to set up a second factor: a new secret, which counts only once a code of it was shown. One that was begun
 * before is forgotten.
 * @throws ApiError NOT_FOUND, BAD_CREDENTIALS (400), SECOND_FACTOR_ON, TOO_MANY_REQUESTS
 */
export async function beginSecondFactor(
  { id, password, audit }: z.infer<typeof FactorStart>,
  deps: UsersDeps,
): Promise<{ secret: string; uri: string }> {
  for (;;) {
    const user = await findUser(id, deps);
    await provePassword(user, password);
    if (isOn(user)) throw apiError('SECOND_FACTOR_ON');
    const secret = newSecret();
    const secondFactor: SecondFactor = {
      secret: deps.secrets.seal(secret, id),
      confirmedAt: null,
      usedStep: 0,
      recovery: [],
      failures: [],
    };
    const outcome = await deps.store.change(id, user.revision, { ...user, secondFactor }, carriedEvents(audit), null);
    if (outcome === 'DONE') return { secret, uri: uriOf(secret, user.userName) };
  }
}

/**
 * Turns the second factor on that was begun, by a first code of it, and ends the user's other sessions: they were got
 * by the password alone. The recovery codes are told this once.
 * @throws ApiError NOT_FOUND, SECOND_FACTOR_ON, SECOND_FACTOR_OFF when none was begun, CODE_WRONG (422)
 */
export async function confirmSecondFactor(
  { id, code, keepIssuedAt, audit }: z.infer<typeof FactorConfirmation>,
  deps: UsersDeps,
): Promise<string[]> {
  const now = deps.kit.clock.now();
  for (;;) {
    const user = await findUser(id, deps);
    const begun = user.secondFactor;
    if (isOn(user)) throw apiError('SECOND_FACTOR_ON');
    if (begun === null) throw apiError('SECOND_FACTOR_OFF');
    const usedStep = stepOf(plainCode(code), deps.secrets.open(begun.secret, id), now);
    if (usedStep === null) throw apiError('CODE_WRONG', { status: 422 });
    const codes = newRecoveryCodes();
    const secondFactor = { ...begun, confirmedAt: now, usedStep, recovery: codes.map(hashCode), failures: [] };
    const ended = sessionEnd(user, { keepIssuedAt });
    const outcome = await deps.store.change(id, user.revision, { ...user, secondFactor }, carriedEvents(audit), ended);
    if (outcome === 'DONE') return codes;
  }
}

/**
 * Turns the own second factor off, by the password and a code of it.
 * @throws ApiError NOT_FOUND, BAD_CREDENTIALS (400), CODE_WRONG (422), SECOND_FACTOR_OFF, TOO_MANY_REQUESTS
 */
export async function endSecondFactor(
  { id, password, code, audit }: z.infer<typeof FactorEnd>,
  deps: UsersDeps,
): Promise<void> {
  for (;;) {
    const user = await findUser(id, deps);
    await provePassword(user, password);
    const { secondFactor } = user;
    if (secondFactor === null || !isOn(user)) throw apiError('SECOND_FACTOR_OFF');
    const verdict = tryCode(code, secondFactor, id, deps);
    if (verdict.outcome === 'TOO_MANY')
      throw apiError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(verdict.retryAfterMs / 1000) });
    if (verdict.outcome === 'WRONG') {
      if (await keepWrongCode(user, verdict.factor, deps)) throw apiError('CODE_WRONG', { status: 422 });
      continue;
    }
    const events = carriedEvents(audit);
    const outcome = await deps.store.change(id, user.revision, { ...user, secondFactor: null }, events, null);
    if (outcome === 'DONE') return;
  }
}

/**
 * Takes the second factor from a user who has lost it, and ends all of the user's sessions.
 * @throws ApiError NOT_FOUND, SECOND_FACTOR_OFF
 */
export async function resetSecondFactor(id: string, events: OutgoingEvent[], deps: UsersDeps): Promise<void> {
  for (;;) {
    const user = await findUser(id, deps);
    if (!isOn(user)) throw apiError('SECOND_FACTOR_OFF');
    const change = { ...user, secondFactor: null };
    const outcome = await deps.store.change(id, user.revision, change, events, sessionEnd(user));
    if (outcome === 'DONE') return;
  }
}
