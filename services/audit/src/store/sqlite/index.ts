import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, openWorkerStore } from '@numscope/adapters/sqlite';
import { auditChain } from './audit-chain.ts';
import { readCheckpoints } from './audit-checkpoints.ts';
import type { AuditStore, ChainReader } from '../audit-store.port.ts';

export type { AuditStore } from '../audit-store.port.ts';

const fileOf = (dataDir: string): string => join(dataDir, 'audit.sqlite');

/** Opens the audit trail in `<dataDir>/audit.sqlite`. */
export function openAuditStore(options: { dataDir: string }): Promise<AuditStore> {
  return openWorkerStore<typeof import('./audit-store.ts')>({
    module: new URL('./audit-store.ts', import.meta.url),
    options: { path: fileOf(options.dataDir) },
    threads: { writer: 'records', readers: ['readers'] },
  });
}

/**
 * Opens the chain in the calling thread and without a right to write, for a command beside the running service. Null
 * when there is none.
 */
export function openChainReader(options: { dataDir: string }): ChainReader | null {
  const path = fileOf(options.dataDir);
  if (!existsSync(path)) return null;
  const db = openDatabase({ path, migrations: [], readOnly: true });
  const chain = auditChain(db);
  const kept = readCheckpoints(db);
  return {
    head: async () => chain.head(),
    checkChain: async (cursor, last, limit, places) => chain.checkChain(cursor, last, limit, places),
    strangers: async () => chain.strangers(),
    checkpoints: async (after, limit) => kept.checkpoints(after, limit),
    close: async () => db.close(),
  };
}
