import { foldUserName } from '@numscope/contracts/account-rules';
import { apiError, type UserUpdate } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { UsersDeps } from '../deps.ts';
import { endsSessions, sessionEnd, shownRevision, type UserChange, type UserRecord } from '../domain/user.ts';
import { readUserFields, refuseReserved } from '../domain/user-fields.ts';
import { confirmedFactor } from '../domain/second-factor.ts';
import { hashLanes } from '../passwords/hash-lanes.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { readNewPassword } from '../passwords/read-new-password.ts';
import { findUser } from '../queries/find-user.ts';

/** @throws ApiError PASSWORD_RULE, TOO_MANY_REQUESTS */
async function hashOf(password: string | null, userName: string): Promise<string | null> {
  if (password === null) return null;
  const checked = await readNewPassword(password, userName);
  return hashLanes.USERS.run(() => hashPassword(checked));
}

/**
 * Changes a user. An absent password and absent modules stay as they are. Sessions end when anything changed that a
 * token says or proves. A new password takes with it a second factor that is only being set up. With a revision it is made only of that one.
 * @throws ApiError by the first field at fault, NOT_FOUND, USER_CHANGED, PROVIDER_ACCOUNT for a password of who has none, USERNAME_TAKEN, LAST_ADMIN, TOO_MANY_REQUESTS
 */
export async function updateUser(
  id: string,
  draft: UserUpdate,
  events: OutgoingEvent[],
  deps: UsersDeps,
): Promise<UserRecord> {
  const fields = readUserFields(draft, true);
  const passwordHash = await hashOf(fields.password, fields.userName);
  for (;;) {
    const user = await findUser(id, deps);
    if (typeof draft.revision === 'string' && draft.revision !== shownRevision(user)) throw apiError('USER_CHANGED');
    if (user.provider !== null && passwordHash !== null) throw apiError('PROVIDER_ACCOUNT');
    const change: UserChange = {
      userName: fields.userName,
      passwordHash: passwordHash ?? user.passwordHash,
      roles: fields.roles,
      modules: fields.modules ?? user.modules,
      secondFactor: passwordHash === null ? user.secondFactor : confirmedFactor(user),
    };
    // Who has such a name from before keeps it.
    if (foldUserName(user.userName) !== foldUserName(change.userName)) refuseReserved(change.userName);
    const { roles, modules } = change;
    const ended = endsSessions(user, change) ? sessionEnd({ ...user, roles, modules }) : null;
    const outcome = await deps.store.change(id, user.revision, change, events, ended);
    if (outcome === 'NAME_TAKEN') throw apiError('USERNAME_TAKEN');
    if (outcome === 'LAST_ADMIN') throw apiError('LAST_ADMIN');
    if (outcome === 'DONE') return { ...user, ...change };
  }
}
