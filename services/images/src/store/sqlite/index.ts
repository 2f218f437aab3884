import { join } from 'node:path';
import { openWorkerStore } from '@numscope/adapters/sqlite';
import type { ImageStore } from '../image-store.port.ts';

export type { ImageStore } from '../image-store.port.ts';

/** Opens the pictures' records in `<dataDir>/images.sqlite`. */
export async function openImageStore(options: { dataDir: string }): Promise<ImageStore> {
  const store = await openWorkerStore<typeof import('./image-store.ts')>({
    module: new URL('./image-store.ts', import.meta.url),
    options: { path: join(options.dataDir, 'images.sqlite') },
    threads: { writer: 'records' },
  });
  // Only one process has this file.
  const leads = async (): Promise<boolean> => true;
  return { ...store, leads, faces: store, searchers: store };
}
