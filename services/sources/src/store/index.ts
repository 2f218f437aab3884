import { join } from 'node:path';
import { openWorkerStore } from '@numscope/adapters/sqlite';
import type { SourceStore } from './source-store.port.ts';
import type { SourceStoreFunctions, SourceStoreOptions } from './source-store.sqlite.ts';

export type { SourceStore } from './source-store.port.ts';

/** Opens what the sources said, in `<dataDir>/sources.sqlite`. */
export async function openSourceStore(options: { dataDir: string }): Promise<SourceStore> {
  const store = await openWorkerStore<SourceStoreFunctions, SourceStoreOptions>({
    module: new URL('./source-store.sqlite.ts', import.meta.url),
    options: { path: join(options.dataDir, 'sources.sqlite') },
    threads: { writer: 'sources' },
    functions: [
      'commit',
      'known',
      'fresh',
      'observationsOf',
      'deleteOf',
      'callsOf',
      'paused',
      'setPaused',
      'jobs',
      'noteJobs',
      'check',
      'pendingEvents',
      'clearEvents',
    ],
  });
  return { ...store, shared: null };
}
