import { openWorkerStore } from '@numscope/adapters/sqlite';
import type { ProfileStore } from './profile-store.port.ts';
import type { ProfileStoreOptions, ProfileTables } from './profile-store.sqlite.ts';

export type { ProfileStore } from './profile-store.port.ts';
export type { ProfileStoreOptions } from './profile-store.sqlite.ts';

const reads = [
  'profiles',
  'profileList',
  'details',
  'known',
  'phonesOfImages',
  'referencedImages',
  'countryStatistics',
  'count',
  'revisions',
  'documents',
  'documentsAfter',
  'savedSearches',
  'jobsMergedInto',
  'check',
] as const;
const writes = [
  'absorb',
  'remove',
  'refold',
  'importProfiles',
  'rulesVersion',
  'noteRulesVersion',
  'openWork',
  'hasOpenWork',
  'finishWork',
  'forgetWork',
  'noteMerge',
  'saveSearch',
  'dropSearch',
  'adoptSearches',
  'dropSearchesOf',
  'pendingEvents',
  'clearEvents',
] as const;

/** Opens the profiles of `<dataDir>/profiles.sqlite`, in threads of their own. No other process works on them, so every turn is ours and nothing is abandoned. */
export async function openProfilesStore(options: ProfileStoreOptions): Promise<ProfileStore> {
  const store = await openWorkerStore<Omit<ProfileTables, 'close'>, ProfileStoreOptions>({
    module: new URL('./profile-store.sqlite.ts', import.meta.url),
    options,
    threads: { readers: ['search'] },
    reads,
    functions: [...reads, ...writes],
  });
  return { ...store, inTurn: (work) => work(), abandonedWork: async () => [] };
}
