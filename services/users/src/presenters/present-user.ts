import type { User } from '@numscope/contracts';
import type { UserRecord } from '../domain/user.ts';

/** A user as the outside may see it: without the password. */
export const presentUser = ({ id, userName, roles, modules, createdAt, lastLogin }: UserRecord): User => ({
  id,
  userName,
  roles,
  modules,
  createdTimestamp: createdAt,
  lastLogin,
});
