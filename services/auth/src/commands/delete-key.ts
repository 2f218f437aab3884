import { apiError } from '@numscope/contracts';
import { type AuditScope, type Identity, isAdmin, keySubject, takenEvents } from '@numscope/platform';
import type { AuthContext } from '../deps.ts';
import { shownAs } from '../domain/api-key.ts';

/**
 * Later than any token can be dated that was made of the key, whatever clocks say: a key that is gone never comes back,
 * so nothing else is ended by it.
 */
const ENDS_UP_TO_MS = 600_000;

/**
 * Revokes a key. A user's own; an administrator's anybody's.
 * @throws ApiError NOT_FOUND
 */
export async function deleteKey(id: string, by: Identity, audit: AuditScope, deps: AuthContext): Promise<void> {
  const { store, kit, revocations, news } = deps;
  const key = await store.findKey(id);
  if (!key || (key.ownerId !== by.userId && !isAdmin(by))) throw apiError('NOT_FOUND');
  const isOwn = key.ownerId === by.userId;
  audit.as(isOwn || key.ownerId === null ? shownAs(isOwn ? by.userName : null, key.name) : by.userName, by.userId);
  audit.add({ key_name: key.name, made: key.createdBy, by: by.userName });
  const events = takenEvents(audit);
  const now = kit.clock.now();
  const notBefore = now + ENDS_UP_TO_MS;
  const ended = { userName: keySubject(id), notBefore, keepIssuedAt: null };
  await store.removeKey(id, ended, now, events);
  revocations.revoke(ended.userName, notBefore);
  news.tell();
}
