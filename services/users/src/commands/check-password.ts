import type { PasswordCheck } from '@numscope/contracts';
import type * as z from 'zod';
import type { UsersDeps } from '../deps.ts';
import type { UserRecord } from '../domain/user.ts';
import { verifyNobody, verifyPassword } from '../passwords/password-hash.ts';

/**
 * The user whose name and password these are, with this login noted; else null, after the same time. Roles and modules are those of the moment of
 * `lastLogin`: a change in between is seen, and the password tried again.
 */
export async function checkPassword(request: z.infer<typeof PasswordCheck>, { store }: UsersDeps): Promise<UserRecord | null> {
  for (;;) {
    const user = await store.findByName(request.userName);
    const known = user ? await verifyPassword(request.password, user.passwordHash) : await verifyNobody(request.password);
    if (!user || !known) return null;
    const lastLogin = await store.noteLogin(user.id, user.revision, request.after);
    if (lastLogin !== null) return { ...user, lastLogin };
  }
}
