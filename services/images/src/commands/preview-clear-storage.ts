import { calls, type ClearStoragePreview } from '@numscope/contracts';
import type * as z from 'zod';
import type { ImagesContext } from '../deps.ts';
import { imageKey, thumbnailKey } from '../pictures/blob-keys.ts';
import { ON_ITS_WAY_MS } from './remove-unreferenced.ts';

const SLICE = 1000;

async function bytesOf(id: string, { blobs }: ImagesContext): Promise<number> {
  const [picture, small] = await Promise.all([blobs.stat(imageKey(id)), blobs.stat(thumbnailKey(id))]);
  return (picture?.bytes ?? 0) + (small?.bytes ?? 0);
}

/** What clearing the storage would remove now; nothing is touched. */
export async function previewClearStorage(deps: ImagesContext): Promise<z.output<typeof ClearStoragePreview>> {
  const sentBefore = deps.kit.clock.now() - ON_ITS_WAY_MS;
  const total = { pictures: 0, bytes: 0 };
  for (let after = ''; ;) {
    const ids = await deps.store.idsAfter(after, sentBefore, SLICE);
    const last = ids.at(-1);
    if (last === undefined) return total;
    const { referenced } = await deps.client.call(calls.imageReferences, { body: { ids }, timeoutMs: 30_000 });
    const kept = new Set(referenced);
    for (const id of ids.filter((each) => !kept.has(each))) {
      total.pictures++;
      total.bytes += await bytesOf(id, deps);
    }
    after = last;
  }
}
