import { foldUserName } from '@numscope/contracts/account-rules';
import { apiError } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { UsersDeps } from '../deps.ts';
import { sessionEnd } from '../domain/user.ts';
import { findUser } from '../queries/find-user.ts';

/**
 * Deletes a user and ends its sessions.
 * @param by the name of who deletes
 * @throws ApiError NOT_FOUND, OWN_USER, LAST_ADMIN
 */
export async function deleteUser(id: string, by: string, events: OutgoingEvent[], deps: UsersDeps): Promise<void> {
  for (;;) {
    const user = await findUser(id, deps);
    if (foldUserName(user.userName) === foldUserName(by)) throw apiError('OWN_USER');
    const outcome = await deps.store.remove(id, user.revision, events, sessionEnd(user, { deleted: true }));
    if (outcome === 'LAST_ADMIN') throw apiError('LAST_ADMIN');
    if (outcome === 'DONE') return;
  }
}
