import { join } from 'node:path';
import { openWorkerStore } from '@numscope/adapters/sqlite';
import type { DatasetStore } from './dataset-store.port.ts';
import type { DatasetStoreFunctions, DatasetStoreOptions } from './dataset-store.sqlite.ts';

/** Opens the look-up tables in `<dataDir>/datasets.sqlite`. */
export const openDatasetStore = (options: { dataDir: string }): Promise<DatasetStore> =>
  openWorkerStore<DatasetStoreFunctions, DatasetStoreOptions>({
    module: new URL('./dataset-store.sqlite.ts', import.meta.url),
    options: { path: join(options.dataDir, 'datasets.sqlite') },
    threads: { writer: 'records', readers: ['readers'] },
    functions: ['begin', 'add', 'finish', 'find'],
    reads: ['find'],
  });
