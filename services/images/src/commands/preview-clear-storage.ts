import type { ClearStoragePreview } from '@numscope/contracts';
import type * as z from 'zod';
import type { ImagesContext } from '../deps.ts';
import { imageKey, thumbnailKey } from '../pictures/blob-keys.ts';
import { ON_ITS_WAY_MS, pictureSlices, referencedOf } from './remove-unreferenced.ts';

async function bytesOf(id: string, { blobs }: ImagesContext): Promise<number> {
  const [picture, small] = await Promise.all([blobs.stat(imageKey(id)), blobs.stat(thumbnailKey(id))]);
  return (picture?.bytes ?? 0) + (small?.bytes ?? 0);
}

/** What clearing the storage would remove now; nothing is touched. */
export async function previewClearStorage(deps: ImagesContext): Promise<z.output<typeof ClearStoragePreview>> {
  const sentBefore = deps.kit.clock.now() - ON_ITS_WAY_MS;
  const total = { pictures: 0, bytes: 0 };
  for await (const ids of pictureSlices(sentBefore, deps)) {
    const kept = await referencedOf(ids, deps);
    for (const id of ids.filter((each) => !kept.has(each))) {
      total.pictures++;
      total.bytes += await bytesOf(id, deps);
    }
  }
  return total;
}
