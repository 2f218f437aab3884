import type { PasswordCheck } from '@numscope/contracts';
import type * as z from 'zod';
import type { UsersDeps } from '../deps.ts';
import type { UserRecord } from '../domain/user.ts';
import { verifyNobody, verifyPassword } from '../passwords/password-hash.ts';

/** The user whose name and password these are, with this login noted; else null, after the same time. */
export async function checkPassword(request: z.infer<typeof PasswordCheck>, { store, kit }: UsersDeps): Promise<UserRecord | null> {
  const user = await store.findByName(request.userName);
  const known = user ? await verifyPassword(request.password, user.passwordHash) : await verifyNobody(request.password);
  if (!user || !known) return null;
  const lastLogin = kit.clock.now();
  await store.noteLogin(user.id, lastLogin);
  return { ...user, lastLogin };
}
