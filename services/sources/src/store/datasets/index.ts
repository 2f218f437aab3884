import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkerStore, type RemoteStore } from '@numscope/adapters/sqlite';

type Module = typeof import('./dataset-store.sqlite.ts');

/** Look-up tables made from the operator's files. They can be rebuilt from those at any time. */
export type DatasetStore = RemoteStore<Module>;

const pathOf = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'datasets.sqlite');

/** Whether there are any look-up tables, of now or of before. */
export const hasDatasetStore = (options: { dataDir: string }): boolean => existsSync(pathOf(options));

/** Opens the look-up tables in `<dataDir>/datasets.sqlite`. */
export const openDatasetStore = (options: { dataDir: string }): Promise<DatasetStore> =>
  openWorkerStore<Module>({
    module: new URL('./dataset-store.sqlite.ts', import.meta.url),
    options: { path: pathOf(options) },
    threads: { writer: 'records', readers: ['readers'] },
  });
