import { newId } from '@numscope/platform';
import type { UsersDeps } from '../deps.ts';
import type { UserRecord } from '../domain/user.ts';

/** A user who is made now. */
export const newUser = (
  made: Pick<UserRecord, 'userName' | 'passwordHash' | 'provider' | 'roles' | 'modules'>,
  { kit }: Pick<UsersDeps, 'kit'>,
): UserRecord => ({
  ...made,
  id: newId(),
  secondFactor: null,
  createdAt: kit.clock.now(),
  lastLogin: null,
  revision: 1,
});
