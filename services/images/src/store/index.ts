import { join } from 'node:path';
import { openWorkerStore } from '@numscope/adapters/sqlite';
import type { ImageStore } from './image-store.port.ts';
import type { ImageStoreFunctions, ImageStoreOptions } from './image-store.sqlite.ts';

export type { ImageStore } from './image-store.port.ts';

/** Opens the pictures' records in `<dataDir>/images.sqlite`. */
export function openImageStore(options: { dataDir: string }): Promise<ImageStore> {
  return openWorkerStore<ImageStoreFunctions, ImageStoreOptions>({
    module: new URL('./image-store.sqlite.ts', import.meta.url),
    options: { path: join(options.dataDir, 'images.sqlite') },
    threads: { writer: 'records' },
    functions: [
      'begin',
      'confirm',
      'find',
      'idsAfter',
      'settled',
      'setDue',
      'due',
      'clearDue',
      'beginRemoval',
      'finishRemoval',
      'check',
      'pendingEvents',
      'clearEvents',
    ],
  });
}
