import type { User } from '@numscope/contracts';
import { shownRevision, type UserRecord } from '../domain/user.ts';

/** A user as the outside may see it: without the password, and of a second factor only that there is one. */
export const presentUser = (user: UserRecord): User => ({
  id: user.id,
  userName: user.userName,
  roles: user.roles,
  modules: user.modules,
  createdTimestamp: user.createdAt,
  lastLogin: user.lastLogin,
  revision: shownRevision(user),
  ...(user.provider === null ? {} : { provider: user.provider.issuer }),
  ...(typeof user.secondFactor?.confirmedAt === 'number' ? { secondFactor: true } : {}),
});
