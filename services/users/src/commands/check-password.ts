import type { PasswordCheck } from '@numscope/contracts';
import type * as z from 'zod';
import type { UsersDeps } from '../deps.ts';
import type { SecondFactor } from '../domain/second-factor.ts';
import type { UserRecord } from '../domain/user.ts';
import { hashLanes } from '../passwords/hash-lanes.ts';
import { verifyNobody, verifyPassword } from '../passwords/password-hash.ts';
import { tryCode } from '../second-factor/try-code.ts';
import { keepWrongCode } from './keep-wrong-code.ts';

export interface Verdict {
  user: UserRecord | null;
  /** Whether a user has the name. */
  known: boolean;
  /** The password was right: what was wrong with the code of the second factor. */
  code?: 'REQUIRED' | 'WRONG' | 'TOO_MANY';
  /** After too many wrong codes: when the next may be tried, in milliseconds. */
  retryAfterMs?: number;
}

type Passed = { factor: SecondFactor | undefined } | Verdict;

/** What the second factor says of a user whose password was right; the factor as it is after its code was used. */
async function passCode(user: UserRecord, code: string | null, deps: UsersDeps): Promise<Passed | 'STALE'> {
  const { secondFactor: factor } = user;
  if (factor === null || factor.confirmedAt === null) return { factor: undefined };
  if (code === null) return { user: null, known: true, code: 'REQUIRED' };
  const verdict = tryCode(code, factor, user.id, deps);
  if (verdict.outcome === 'RIGHT') return { factor: verdict.factor };
  if (verdict.outcome === 'TOO_MANY')
    return { user: null, known: true, code: 'TOO_MANY', retryAfterMs: verdict.retryAfterMs };
  const kept = await keepWrongCode(user, verdict.factor, deps);
  return kept ? { user: null, known: true, code: 'WRONG' } : 'STALE';
}

/**
 * The user whose name, password and code these are, with this login noted; else null, after the same time whether a
 * user has the name or not. Roles and modules are those of the moment of `lastLogin`: a change in between is seen, and
 * the password tried again.
 * @throws ApiError TOO_MANY_REQUESTS when too many wait to be checked, NOT_CONFIGURED
 */
export async function checkPassword(request: z.infer<typeof PasswordCheck>, deps: UsersDeps): Promise<Verdict> {
  const { userName, password, code, after, lane } = request;
  for (;;) {
    const user = await deps.store.findByName(userName);
    const right = await hashLanes[lane].run(() =>
      user?.passwordHash ? verifyPassword(password, user.passwordHash) : verifyNobody(password),
    );
    if (!user || !right) return { user: null, known: user !== null };
    const passed = await passCode(user, code, deps);
    if (passed === 'STALE') continue;
    if (!('factor' in passed)) return passed;
    const lastLogin = await deps.store.noteLogin(user.id, user.revision, after, passed.factor);
    if (lastLogin !== null) return { user: { ...user, lastLogin }, known: true };
  }
}
