import { outgoing, type OutgoingEvent } from '@numscope/platform';
import type { UserRecord } from '../domain/user.ts';

/** Tells the others that this user's tokens issued so far no longer count. The name is the one they were issued to. */
export function userChanged(
  user: Pick<UserRecord, 'userName' | 'roles' | 'modules'>,
  at: number,
  options: { deleted?: boolean; keepIssuedAt?: number | undefined } = {},
): OutgoingEvent {
  const { userName, roles, modules } = user;
  const { deleted = false, keepIssuedAt } = options;
  return outgoing('user.changed', userName, {
    userName,
    at,
    roles,
    modules,
    deleted,
    ...(keepIssuedAt === undefined ? {} : { keepIssuedAt }),
  });
}
