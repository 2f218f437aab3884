import { createLogger, SettingsError } from '@numscope/platform';
import type { ChainReader } from '../store/audit-store.port.ts';
import { openChainReader } from '../store/sqlite/index.ts';
import { type AuditCommand, type Env, UsageError } from './options.ts';

async function openInMongo(env: Env, withinMs: number): Promise<ChainReader | null> {
  // Loaded only here: a trail in a folder needs neither.
  const [{ openMongoChainReader }, { distributedSettings }] = await Promise.all([
    import('../store/mongo/index.ts'),
    import('@numscope/mains/read-settings'),
  ]);
  let waiting: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    waiting = setTimeout(() => reject(new UsageError('MongoDB at STORE_URL does not answer.')), withinMs);
  });
  try {
    const at = distributedSettings(['STORE_URL'], env).STORE_URL;
    const opening = openMongoChainReader({ ...at, log: createLogger('audit', 'silent'), startWithinMs: withinMs });
    return await Promise.race([opening, late]);
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(error.message) : error;
  } finally {
    clearTimeout(waiting);
  }
}

/** Opens the trail to be read alone. @throws UsageError when there is none */
export async function openTrail({
  dataDir,
  store: env,
  withinMs,
}: Pick<AuditCommand, 'dataDir' | 'store' | 'withinMs'>): Promise<{ where: string; store: ChainReader }> {
  const where = dataDir ?? 'the database at STORE_URL';
  const store = env === null ? openChainReader({ dataDir: where }) : await openInMongo(env, withinMs);
  if (!store) throw new UsageError(`There is no audit trail in ${where}.`);
  return { where, store };
}
