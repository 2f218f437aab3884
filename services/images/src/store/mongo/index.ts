import { type Connection, DocumentOutbox, Lease, transientWhileAway } from '@numscope/adapters/mongo';
import type { Logger } from '@numscope/platform';
import { faceMongoStore } from './face-store.ts';
import { openImages } from './image-documents.ts';
import { ImageOutbox } from './image-outbox.ts';
import type { ImageStore } from '../image-store.port.ts';
import { imageMongoStore } from './image-store.ts';
import { NOTICES, searcherMongoStore } from './searcher-store.ts';

/** Opens the pictures' records in the service's database. Closing the store closes the connection. */
export async function openImageMongoStore(connection: Connection, { log }: { log: Logger }): Promise<ImageStore> {
  const images = await openImages(connection);
  const lease = new Lease(connection, { name: 'upkeep', log });
  await lease.start();
  const close = async (): Promise<void> => {
    await lease.close();
    await connection.close();
  };
  const outbox = new ImageOutbox(images, lease);
  const faces = transientWhileAway(faceMongoStore(images, outbox));
  const searchers = transientWhileAway(await searcherMongoStore(connection));
  const leads = async (): Promise<boolean> => lease.isHeld;
  const notices = new DocumentOutbox(connection, [NOTICES], lease);
  const store = imageMongoStore(connection, images, outbox, notices);
  return transientWhileAway({ ...store, leads, close, faces, searchers });
}
