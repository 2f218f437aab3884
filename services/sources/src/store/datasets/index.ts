import { join } from 'node:path';
import { openWorkerStore } from '@numscope/adapters/sqlite';
import type { DatasetStore } from './dataset-store.port.ts';

/** Opens the look-up tables in `<dataDir>/datasets.sqlite`. */
export const openDatasetStore = (options: { dataDir: string }): Promise<DatasetStore> =>
  openWorkerStore<typeof import('./dataset-store.sqlite.ts')>({
    module: new URL('./dataset-store.sqlite.ts', import.meta.url),
    options: { path: join(options.dataDir, 'datasets.sqlite') },
    threads: { writer: 'records', readers: ['readers'] },
  });
