import { apiError, calls } from '@numscope/contracts';
import { type Clock, newId, type OutgoingEvent, type ServiceClient } from '@numscope/platform';
import type { ImportSource } from '../imports/read-import.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';
import type { IndexKeeper } from './index-keeper.ts';

interface Import {
  store: ProfileStore;
  keeper: IndexKeeper;
  client: ServiceClient;
  clock: Clock;
  requestId: string;
}

/**
 * Imports profiles into the main job: all of them in one step, or none.
 * @returns how many
 * @throws ApiError INVALID_DATA, details by row
 */
export async function importProfiles(
  source: ImportSource,
  { store, keeper, client, clock, requestId }: Import,
  audit: OutgoingEvent | null,
): Promise<number> {
  const { id, number } = await client.call(calls.mainJob, { requestId });
  let imported = 0;
  await keeper.change(async () => {
    const result = await store.importProfiles(source, { id: newId(), at: clock.now(), job: { id, number }, audit });
    if ('faults' in result) throw apiError('INVALID_DATA', { details: result.faults });
    imported = result.imported;
    return result.work;
  });
  return imported;
}
