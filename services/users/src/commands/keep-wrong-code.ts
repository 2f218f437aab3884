import type { UsersDeps } from '../deps.ts';
import type { SecondFactor } from '../domain/second-factor.ts';
import type { UserRecord } from '../domain/user.ts';

/** Counts a wrong code with the account; false: somebody changed the user meanwhile, so the code is to be tried anew. */
export const keepWrongCode = async (
  user: UserRecord,
  secondFactor: SecondFactor,
  { store }: Pick<UsersDeps, 'store'>,
): Promise<boolean> => (await store.change(user.id, user.revision, { ...user, secondFactor }, [], null)) === 'DONE';
