import { type Connection, transientWhileAway } from '@numscope/adapters/mongo';
import { openAuthModels } from './auth-models.ts';
import { authMongoStore } from './auth-store.ts';
import type { AuthStore } from '../auth-store.port.ts';

/**
 * Opens ended sessions, failed logins and API keys in the service's database. Ended sessions are kept as long as a token of them
 * can live. Closing the store closes the connection.
 */
export async function openAuthMongoStore(
  connection: Connection,
  options: { sessionHours: number },
): Promise<AuthStore> {
  const models = await openAuthModels(connection, options.sessionHours * 3_600_000);
  return transientWhileAway({ ...authMongoStore(connection, models), close: () => connection.close() });
}
