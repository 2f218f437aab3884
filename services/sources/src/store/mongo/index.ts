import { type Connection, transientWhileAway } from '@numscope/adapters/mongo';
import { PhoneRecords } from './phone-records.ts';
import { SourceMongoStore } from './source-store.ts';
import type { SourceStore } from '../source-store.port.ts';

/** Opens what the sources said in a database that instances share. Closing it closes the connection. */
export async function openSourceMongoStore(connection: Connection): Promise<SourceStore> {
  await new PhoneRecords(connection).declareIndexes();
  const store = new SourceMongoStore(connection);
  await store.declareIndexes();
  return transientWhileAway(store);
}
