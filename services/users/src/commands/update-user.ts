import { apiError, type UserDraft } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { UsersDeps } from '../deps.ts';
import { endsSessions, type UserChange, type UserRecord } from '../domain/user.ts';
import { readUserFields } from '../domain/user-fields.ts';
import { hashPassword } from '../passwords/password-hash.ts';

/**
 * Changes a user. An absent password and absent modules stay as they are. Sessions end when anything changed that a token says or proves.
 * @throws ApiError by the first field at fault, NOT_FOUND, USERNAME_TAKEN, LAST_ADMIN
 */
export async function updateUser(id: string, draft: UserDraft, events: OutgoingEvent[], { store }: UsersDeps): Promise<UserRecord> {
  const fields = readUserFields(draft, true);
  const passwordHash = fields.password === null ? null : await hashPassword(fields.password);
  for (;;) {
    const user = await store.find(id);
    if (!user) throw apiError('NOT_FOUND');
    const change: UserChange = {
      userName: fields.userName,
      passwordHash: passwordHash ?? user.passwordHash,
      roles: fields.roles,
      modules: fields.modules ?? user.modules,
    };
    const { userName } = user;
    const ended = endsSessions(user, change) ? { userName, roles: change.roles, modules: change.modules, deleted: false } : null;
    const outcome = await store.change(id, user.revision, change, events, ended);
    if (outcome === 'NAME_TAKEN') throw apiError('USERNAME_TAKEN');
    if (outcome === 'LAST_ADMIN') throw apiError('LAST_ADMIN');
    if (outcome === 'DONE') return { ...user, ...change };
  }
}
