import { type Connection, transientWhileAway } from '@numscope/adapters/mongo';
import { openSharedStore } from './source-store.ts';
import type { SourceStore } from '../source-store.port.ts';

/** Opens what the sources said in a database that instances share. Closing it closes the connection. */
export const openSourceMongoStore = async (connection: Connection): Promise<SourceStore> =>
  transientWhileAway(await openSharedStore(connection));
