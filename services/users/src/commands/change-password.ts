import { apiError, type PasswordChange } from '@numscope/contracts';
import { carriedEvents } from '@numscope/platform';
import type * as z from 'zod';
import type { UsersDeps } from '../deps.ts';
import { sessionEnd } from '../domain/user.ts';
import { hashLanes } from '../passwords/hash-lanes.ts';
import { hashPassword, verifyNobody, verifyPassword } from '../passwords/password-hash.ts';
import { readNewPassword } from '../passwords/read-new-password.ts';

/**
 * Replaces a password by who knows the present one, and ends the other sessions.
 * @throws ApiError PASSWORD_REQUIRED, PASSWORD_RULE, TOO_MANY_REQUESTS; BAD_CREDENTIALS with status 400, because the
 * caller's session is not at fault; PROVIDER_ACCOUNT
 */
export async function changePassword(request: z.infer<typeof PasswordChange>, { store }: UsersDeps): Promise<void> {
  const password = await readNewPassword(request.password, request.userName);
  for (;;) {
    const user = await store.findByName(request.userName);
    if (user && user.passwordHash === null) throw apiError('PROVIDER_ACCOUNT');
    const passwordHash = await hashLanes.OWN.run(async () => {
      const known = user?.passwordHash
        ? await verifyPassword(request.current, user.passwordHash)
        : await verifyNobody(request.current);
      return known ? hashPassword(password) : null;
    });
    if (!user || passwordHash === null) throw apiError('BAD_CREDENTIALS', { status: 400 });
    const ended = sessionEnd(user, { keepIssuedAt: request.keepIssuedAt });
    const events = carriedEvents(request.audit);
    if ((await store.change(user.id, user.revision, { ...user, passwordHash }, events, ended)) !== 'STALE') return;
  }
}
