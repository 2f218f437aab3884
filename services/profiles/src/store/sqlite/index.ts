import { openWorkerReaders, openWorkerStore } from '@numscope/adapters/sqlite';
import type { OwnProfilePages } from '../../search/profile-pages.ts';
import type { ProfileStore } from '../profile-store.port.ts';
import type { ProfilePagesOptions } from './profile-pages.ts';
import type { ProfileStoreOptions } from './profile-store.ts';

export type { ProfileStore } from '../profile-store.port.ts';
export type { ProfileStoreOptions } from './profile-store.ts';

/**
 * Opens the profiles of `<dataDir>/profiles.sqlite`, in threads of their own. No other process works on them, so every
 * turn is ours and nothing is abandoned.
 */
export async function openProfilesStore(options: ProfileStoreOptions): Promise<ProfileStore> {
  const store = await openWorkerStore<typeof import('./profile-store.ts')>({
    module: new URL('./profile-store.ts', import.meta.url),
    options,
    threads: { readers: ['readers', 'search'] },
  });
  return { ...store, inTurn: (work) => work(), abandonedWork: async () => [] };
}

/**
 * Opens what finds and reads pages of these profiles by the embedded index; both must be open. Up to two threads,
 * those that read the index too, because a search of a common word must not hold up the quick ones.
 */
export const openProfilePages = (options: ProfilePagesOptions): Promise<OwnProfilePages> =>
  openWorkerReaders<typeof import('./profile-pages.ts')>({
    module: new URL('./profile-pages.ts', import.meta.url),
    options,
    threads: ['readers', 'search'],
  });
