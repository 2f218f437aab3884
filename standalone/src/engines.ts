import { join } from 'node:path';
import { openEmbeddedBus, openEmbeddedIndex, openFileBlobStore } from '@numscope/adapters/embedded';
import { limits } from '@numscope/contracts';
import type { BlobStore, EventBus, Logger, SearchIndex, Shutdown } from '@numscope/platform';

export interface Engines {
  bus: EventBus;
  blobs: BlobStore;
  index: SearchIndex;
}

/** Opens the engines that this process carries itself, each in its own file or folder. */
export async function openEngines(dataDir: string, log: Logger, shutdown: Shutdown): Promise<Engines> {
  const [bus, blobs, index] = await Promise.all([
    openEmbeddedBus({ path: join(dataDir, 'bus.sqlite'), retentionDays: limits.eventRetentionDays, log }),
    openFileBlobStore({ dir: join(dataDir, 'blobs') }),
    openEmbeddedIndex({ path: join(dataDir, 'index.sqlite') }),
  ]);
  shutdown.add('index', () => index.close());
  shutdown.add('blobs', () => blobs.close());
  shutdown.add('bus', () => bus.close());
  return { bus, blobs, index };
}
