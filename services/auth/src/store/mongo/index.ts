import { type Connection, Lease, transientWhileAway } from '@numscope/adapters/mongo';
import type { Logger } from '@numscope/platform';
import { openAuthCollections } from './auth-collections.ts';
import { authMongoStore } from './auth-store.ts';
import type { AuthStore } from '../auth-store.port.ts';

/**
 * Opens ended sessions, failed logins and API keys in the service's database. Ended sessions are kept as long as a token of them
 * can live. Closing the store closes the connection.
 */
export async function openAuthMongoStore(
  connection: Connection,
  { sessionHours, log }: { sessionHours: number; log: Logger },
): Promise<AuthStore> {
  const collections = await openAuthCollections(connection, sessionHours * 3_600_000);
  const lease = new Lease(connection, { name: 'news', log });
  await lease.start();
  // What is ended here is looked for by the others once they know of this instance.
  const known = lease.heard();
  const close = async (): Promise<void> => {
    await lease.close();
    await connection.close();
  };
  return transientWhileAway(Object.assign(authMongoStore(connection, collections, { lease, known }), { close }));
}
