import { type Connection, DocumentOutbox, Lease, transientWhileAway } from '@numscope/adapters/mongo';
import type { Logger } from '@numscope/platform';
import { openAdministrators } from './administrators.ts';
import { openUsers } from './user-documents.ts';
import type { UserStore } from '../user-store.port.ts';
import { userMongoStore } from './user-store.ts';

/** Opens the users in the service's database. Closing the store closes the connection. */
export async function openUserMongoStore(connection: Connection, { log }: { log: Logger }): Promise<UserStore> {
  const users = await openUsers(connection);
  const administrators = await openAdministrators(connection, users);
  const lease = new Lease(connection, { name: 'outbox', log });
  const outbox = new DocumentOutbox(connection, [users.collectionName], lease);
  await lease.start();
  const store = userMongoStore(connection, users, administrators, outbox);
  const close = async (): Promise<void> => {
    await lease.close();
    await connection.close();
  };
  return transientWhileAway(Object.assign(store, { close }));
}
