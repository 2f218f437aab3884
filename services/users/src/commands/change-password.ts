import { apiError, type PasswordChange } from '@numscope/contracts';
import type * as z from 'zod';
import type { UsersDeps } from '../deps.ts';
import { readPassword } from '../domain/user-fields.ts';
import { hashPassword, verifyNobody, verifyPassword } from '../passwords/password-hash.ts';

/**
 * Replaces a password by who knows the present one, and ends the other sessions.
 * @throws ApiError PASSWORD_REQUIRED, PASSWORD_RULE; BAD_CREDENTIALS with status 400, because the caller's session is not at fault
 */
export async function changePassword(request: z.infer<typeof PasswordChange>, { store }: UsersDeps): Promise<void> {
  const password = readPassword(request.password);
  for (;;) {
    const user = await store.findByName(request.userName);
    const known = user ? await verifyPassword(request.current, user.passwordHash) : await verifyNobody(request.current);
    if (!user || !known) throw apiError('BAD_CREDENTIALS', { status: 400 });
    const change = { ...user, passwordHash: await hashPassword(password) };
    const { userName, roles, modules } = user;
    const ended = { userName, roles, modules, deleted: false, keepIssuedAt: request.keepIssuedAt };
    if ((await store.change(user.id, user.revision, change, [], ended)) !== 'STALE') return;
  }
}
