import type { User } from '@numscope/contracts';
import type { UserRecord } from '../domain/user.ts';

/** A user as the outside may see it: without the password, and of a second factor only that there is one. */
export const presentUser = ({
  id,
  userName,
  roles,
  modules,
  provider,
  secondFactor,
  createdAt,
  lastLogin,
}: UserRecord): User => ({
  id,
  userName,
  roles,
  modules,
  createdTimestamp: createdAt,
  lastLogin,
  ...(provider === null ? {} : { provider: provider.issuer }),
  ...(typeof secondFactor?.confirmedAt === 'number' ? { secondFactor: true } : {}),
});
