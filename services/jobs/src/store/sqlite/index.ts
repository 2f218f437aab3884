import { join } from 'node:path';
import { openWorkerStore } from '@numscope/adapters/sqlite';
import type { JobStore } from '../job-store.port.ts';
import type { JobStoreFunctions, JobStoreOptions } from './job-store.ts';

export type { JobStore } from '../job-store.port.ts';

/** Opens the jobs and their phones in `<dataDir>/jobs.sqlite`. */
export function openJobsStore(options: { dataDir: string }): Promise<JobStore> {
  return openWorkerStore<JobStoreFunctions, JobStoreOptions>({
    module: new URL('./job-store.ts', import.meta.url),
    options: { path: join(options.dataDir, 'jobs.sqlite') },
    threads: { readers: ['readers'] },
    reads: ['find', 'mainJob', 'list', 'countByStatus', 'phones', 'validAfter'],
    functions: [
      'beginUpload',
      'addPhones',
      'addMoved',
      'commitUpload',
      'joinUpload',
      'dropUpload',
      'createFrom',
      'joinNext',
      'dropNext',
      'ensureMainJob',
      'change',
      'update',
      'merge',
      'retryFailed',
      'refresh',
      'promote',
      'running',
      'dispatch',
      'resolved',
      'profiled',
      'find',
      'mainJob',
      'list',
      'countByStatus',
      'phones',
      'validAfter',
      'check',
      'pendingEvents',
      'clearEvents',
    ],
  });
}
