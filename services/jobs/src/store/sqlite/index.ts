import { join } from 'node:path';
import { openWorkerStore } from '@numscope/adapters/sqlite';
import type { JobStore } from '../job-store.port.ts';

export type { JobStore } from '../job-store.port.ts';

/** Opens the jobs and their phones in `<dataDir>/jobs.sqlite`. */
export function openJobsStore(options: { dataDir: string }): Promise<JobStore> {
  return openWorkerStore<typeof import('./job-store.ts')>({
    module: new URL('./job-store.ts', import.meta.url),
    options: { path: join(options.dataDir, 'jobs.sqlite') },
    threads: { writer: 'lookups', readers: ['readers'] },
  });
}
