import type { EngineAddress } from '@numscope/mains/settings';
import { createLogger, SettingsError } from '@numscope/platform';
import type { ChainReader } from '../store/audit-store.port.ts';
import { openChainReader } from '../store/index.ts';
import { type AuditCommand, UsageError } from './options.ts';

const SERVER_MS = 15_000;

async function openInMongo(at: EngineAddress): Promise<ChainReader | null> {
  let waiting: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    waiting = setTimeout(() => reject(new UsageError('MongoDB at STORE_URL does not answer.')), SERVER_MS);
  });
  const { openMongoChainReader } = await import('../store/mongo.ts');
  try {
    return await Promise.race([openMongoChainReader({ ...at, log: createLogger('audit', 'silent') }), late]);
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(error.message) : error;
  } finally {
    clearTimeout(waiting);
  }
}

/** Opens the trail to be read alone. @throws UsageError when there is none */
export async function openTrail({ dataDir, store: at }: Pick<AuditCommand, 'dataDir' | 'store'>): Promise<{
  where: string;
  store: ChainReader;
}> {
  const where = dataDir ?? 'the database at STORE_URL';
  const store = at === null ? openChainReader({ dataDir: where }) : await openInMongo(at);
  if (!store) throw new UsageError(`There is no audit trail in ${where}.`);
  return { where, store };
}
