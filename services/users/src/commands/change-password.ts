import { apiError, type PasswordChange } from '@numscope/contracts';
import type * as z from 'zod';
import type { UsersDeps } from '../deps.ts';
import { readPassword } from '../domain/user-fields.ts';
import { hashPassword, verifyNobody, verifyPassword } from '../passwords/password-hash.ts';
import { userChanged } from './user-changed.ts';

/**
 * Replaces a password by who knows the present one, and ends the other sessions.
 * @throws ApiError PASSWORD_REQUIRED, PASSWORD_RULE; BAD_CREDENTIALS with status 400, because the caller's session is not at fault
 */
export async function changePassword(request: z.infer<typeof PasswordChange>, { store, kit }: UsersDeps): Promise<void> {
  const password = readPassword(request.password);
  for (;;) {
    const user = await store.findByName(request.userName);
    const known = user ? await verifyPassword(request.current, user.passwordHash) : await verifyNobody(request.current);
    if (!user || !known) throw apiError('BAD_CREDENTIALS', { status: 400 });
    const change = { ...user, passwordHash: await hashPassword(password) };
    const ended = userChanged(user, kit.clock.now(), { keepIssuedAt: request.keepIssuedAt });
    if ((await store.change(user.id, user.revision, change, [ended])) !== 'STALE') return;
  }
}
