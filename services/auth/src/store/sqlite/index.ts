import { join } from 'node:path';
import { openWorkerStore } from '@numscope/adapters/sqlite';
import type { AuthStore } from '../auth-store.port.ts';

export type { AuthStore } from '../auth-store.port.ts';

/**
 * Opens ended sessions, failed logins and API keys in `<dataDir>/auth.sqlite`. Ended sessions are kept as long as a token of them
 * can live.
 */
export function openAuthStore(options: { dataDir: string; sessionHours: number }): Promise<AuthStore> {
  return openWorkerStore<typeof import('./auth-store.ts')>({
    module: new URL('./auth-store.ts', import.meta.url),
    options: { path: join(options.dataDir, 'auth.sqlite'), sessionMs: options.sessionHours * 3_600_000 },
    threads: { writer: 'records' },
  });
}
