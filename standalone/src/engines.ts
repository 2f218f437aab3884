import { join } from 'node:path';
import { openEmbeddedBus, openEmbeddedIndex, openFileBlobStore } from '@numscope/adapters/embedded';
import { limits } from '@numscope/contracts';
import { openBlobs, openBus, openIndex } from '@numscope/mains/engines';
import type { BlobStore, EventBus, Logger, SearchIndex, Shutdown } from '@numscope/platform';
import { indexFile } from './data-folder/files.ts';
import type { Settings } from './settings.ts';

export interface Engines {
  bus: EventBus;
  blobs: BlobStore;
  index: SearchIndex;
}

/**
 * Opens the engines: those that the settings name, else those that this process carries itself, each in its own file or
 * folder.
 * @param profiles what the index is made from
 */
export async function openEngines(
  { dataDir, busUrl, searchUrl, blobUrl }: Settings,
  log: Logger,
  shutdown: Shutdown,
  profiles: { count(): Promise<number> },
): Promise<Engines> {
  const [bus, blobs, index] = await Promise.all([
    busUrl === null
      ? openEmbeddedBus({ path: join(dataDir, 'bus.sqlite'), retentionDays: limits.eventRetentionDays, log })
      : openBus(busUrl, log),
    blobUrl === null ? openFileBlobStore({ dir: join(dataDir, 'blobs') }) : openBlobs(blobUrl, log),
    searchUrl === null ? openEmbeddedIndex({ path: join(dataDir, indexFile) }) : openIndex(searchUrl, log, profiles),
  ]);
  shutdown.add('index', () => index.close());
  shutdown.add('blobs', () => blobs.close());
  shutdown.add('bus', () => bus.close());
  return { bus, blobs, index };
}
