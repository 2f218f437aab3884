import { apiError, type UserDraft } from '@numscope/contracts';
import { newId, type OutgoingEvent } from '@numscope/platform';
import type { UsersDeps } from '../deps.ts';
import type { UserRecord } from '../domain/user.ts';
import { readUserFields } from '../domain/user-fields.ts';
import { hashPassword } from '../passwords/password-hash.ts';

/** @throws ApiError by the first field at fault, USERNAME_TAKEN */
export async function createUser(draft: UserDraft, events: OutgoingEvent[], { store, kit }: UsersDeps): Promise<UserRecord> {
  const { userName, password, roles, modules } = readUserFields(draft, false);
  const user: UserRecord = {
    id: newId(),
    userName,
    passwordHash: await hashPassword(password ?? ''),
    roles,
    modules: modules ?? ['Profiler'],
    createdAt: kit.clock.now(),
    lastLogin: null,
    revision: 1,
  };
  if ((await store.create(user, events)) === 'NAME_TAKEN') throw apiError('USERNAME_TAKEN');
  return user;
}
