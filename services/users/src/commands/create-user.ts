import { apiError, type UserDraft } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { UsersDeps } from '../deps.ts';
import type { UserRecord } from '../domain/user.ts';
import { readUserFields, refuseReserved } from '../domain/user-fields.ts';
import { hashLanes } from '../passwords/hash-lanes.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { readNewPassword } from '../passwords/read-new-password.ts';
import { newUser } from './new-user.ts';

/** @throws ApiError by the first field at fault, USERNAME_TAKEN, TOO_MANY_REQUESTS */
export async function createUser(draft: UserDraft, events: OutgoingEvent[], deps: UsersDeps): Promise<UserRecord> {
  const { userName, password: given, roles, modules } = readUserFields(draft, false);
  refuseReserved(userName);
  const password = await readNewPassword(given, userName);
  const passwordHash = await hashLanes.USERS.run(() => hashPassword(password));
  const rights = { roles, modules: modules ?? ['Profiler' as const] };
  const user = newUser({ userName, passwordHash, provider: null, ...rights }, deps);
  if ((await deps.store.create(user, events)) === 'NAME_TAKEN') throw apiError('USERNAME_TAKEN');
  return user;
}
