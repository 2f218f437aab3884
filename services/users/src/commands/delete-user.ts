import { foldUserName } from '@numscope/contracts/account-rules';
import { apiError } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { UsersDeps } from '../deps.ts';

/**
 * Deletes a user and ends its sessions.
 * @param by the name of who deletes
 * @throws ApiError NOT_FOUND, OWN_USER, LAST_ADMIN
 */
export async function deleteUser(id: string, by: string, events: OutgoingEvent[], { store }: UsersDeps): Promise<void> {
  for (;;) {
    const user = await store.find(id);
    if (!user) throw apiError('NOT_FOUND');
    if (foldUserName(user.userName) === foldUserName(by)) throw apiError('OWN_USER');
    const { userName, roles, modules, revision } = user;
    const outcome = await store.remove(id, revision, events, { userId: id, userName, roles, modules, deleted: true });
    if (outcome === 'LAST_ADMIN') throw apiError('LAST_ADMIN');
    if (outcome === 'DONE') return;
  }
}
