import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkerStore } from '@numscope/adapters/sqlite';
import type { DatasetStore } from './dataset-store.port.ts';

const pathOf = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'datasets.sqlite');

/** Whether there are any look-up tables, of now or of before. */
export const hasDatasetStore = (options: { dataDir: string }): boolean => existsSync(pathOf(options));

/** Opens the look-up tables in `<dataDir>/datasets.sqlite`. */
export const openDatasetStore = (options: { dataDir: string }): Promise<DatasetStore> =>
  openWorkerStore<typeof import('./dataset-store.sqlite.ts')>({
    module: new URL('./dataset-store.sqlite.ts', import.meta.url),
    options: { path: pathOf(options) },
    threads: { writer: 'records', readers: ['readers'] },
  });
