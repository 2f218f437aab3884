import { join } from 'node:path';
import { openWorkerStore } from '@numscope/adapters/sqlite';
import { keptWebhook } from '../../webhooks/kept-webhook.ts';
import type { SourceStore } from '../source-store.port.ts';

export type { SourceStore } from '../source-store.port.ts';

/** Opens what the sources said, in `<dataDir>/sources.sqlite`. */
export async function openSourceStore(options: { dataDir: string }): Promise<SourceStore> {
  const store = await openWorkerStore<typeof import('./source-store.ts')>({
    module: new URL('./source-store.ts', import.meta.url),
    options: { path: join(options.dataDir, 'sources.sqlite') },
    // In one process that of the jobs' store: what these do for a phone is one after the other anyhow.
    threads: { writer: 'lookups' },
  });
  return {
    ...store,
    shared: null,
    webhooks: async () => (await store.webhookRecords()).map(keptWebhook),
  };
}
