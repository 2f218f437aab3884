import { apiError } from '@numscope/contracts';
import type { UsersDeps } from '../deps.ts';
import type { UserRecord } from '../domain/user.ts';

/** @throws ApiError NOT_FOUND */
export async function findUser(id: string, { store }: Pick<UsersDeps, 'store'>): Promise<UserRecord> {
  const user = await store.find(id);
  if (!user) throw apiError('NOT_FOUND');
  return user;
}
