import { apiError } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { ProfileStore } from '../store/profile-store.port.ts';
import type { IndexKeeper } from './index-keeper.ts';

/**
 * Deletes a profile: the record with its tombstone and audit entry in one step, then its search entry; then consumers
 * are told.
 * @throws ApiError NOT_FOUND
 */
export async function deleteProfile(
  store: ProfileStore,
  keeper: IndexKeeper,
  phone: string,
  audit: OutgoingEvent | null,
): Promise<void> {
  const removed = await keeper.remove(() => store.remove(phone, 'DELETED', audit));
  if (!removed) throw apiError('NOT_FOUND');
}
