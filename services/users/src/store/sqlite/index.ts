import { join } from 'node:path';
import { openWorkerStore } from '@numscope/adapters/sqlite';
import type { UserStore } from '../user-store.port.ts';

export type { UserStore } from '../user-store.port.ts';

/** Opens the users in `<dataDir>/users.sqlite`. */
export function openUserStore(options: { dataDir: string }): Promise<UserStore> {
  return openWorkerStore<typeof import('./user-store.ts')>({
    module: new URL('./user-store.ts', import.meta.url),
    options: { path: join(options.dataDir, 'users.sqlite') },
    threads: { writer: 'records' },
  });
}
