import type { PasswordCheck } from '@numscope/contracts';
import type * as z from 'zod';
import type { UsersDeps } from '../deps.ts';
import type { UserRecord } from '../domain/user.ts';
import { hashLanes } from '../passwords/hash-lanes.ts';
import { verifyNobody, verifyPassword } from '../passwords/password-hash.ts';

export interface Verdict {
  user: UserRecord | null;
  /** Whether a user has the name. */
  known: boolean;
}

/**
 * The user whose name and password these are, with this login noted; else null, after the same time. Roles and modules
 * are those of the moment of `lastLogin`: a change in between is seen, and the password tried again.
 * @throws ApiError TOO_MANY_REQUESTS when too many wait to be checked
 */
export async function checkPassword(request: z.infer<typeof PasswordCheck>, { store }: UsersDeps): Promise<Verdict> {
  const { userName, password, after, lane } = request;
  for (;;) {
    const user = await store.findByName(userName);
    const right = await hashLanes[lane].run(() =>
      user ? verifyPassword(password, user.passwordHash) : verifyNobody(password),
    );
    if (!user || !right) return { user: null, known: user !== null };
    const lastLogin = await store.noteLogin(user.id, user.revision, after);
    if (lastLogin !== null) return { user: { ...user, lastLogin }, known: true };
  }
}
