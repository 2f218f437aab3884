import { calls } from '@numscope/contracts';
import pLimit from 'p-limit';
import type { ImagesContext } from '../deps.ts';
import { imageKey, thumbnailKey } from '../pictures/blob-keys.ts';

/** A picture comes before the profile that refers to it; this is how long the profile may take. */
export const ON_ITS_WAY_MS = 3_600_000;

/** A removal takes some milliseconds; whoever began one that long ago is no longer at it. */
export const REMOVAL_STALE_MS = 60_000;

/** Whoever finds that another call of this process has removed a picture finds nothing of it left. */
const oneByOne = pLimit(1);

export interface Removed {
  removed: number;
  freedBytes: number;
}

interface RemovedOf extends Removed {
  /** Those that no profile refers to and that are not kept, whoever removed them. */
  gone: string[];
}

async function removeOne(
  id: string,
  sentBefore: number,
  { store, blobs, index, kit }: ImagesContext,
): Promise<number | null> {
  const now = kit.clock.now();
  if (!(await store.beginRemoval(id, sentBefore, now, now - REMOVAL_STALE_MS))) return null;
  const faces = await store.faces.dropOf([id]);
  if (index && faces.length > 0) await index.remove(faces);
  let freed = 0;
  for (const key of [imageKey(id), thumbnailKey(id)]) {
    freed += (await blobs.stat(key))?.bytes ?? 0;
    await blobs.delete(key);
  }
  await store.finishRemoval(id);
  return freed;
}

/**
 * Removes those of `ids` that no profile refers to and that nobody sent again after `sentBefore`. At most 10,000 ids at
 * once.
 */
export async function removeUnreferenced(
  ids: readonly string[],
  sentBefore: number,
  deps: ImagesContext,
): Promise<RemovedOf> {
  const total: RemovedOf = { removed: 0, freedBytes: 0, gone: [] };
  if (ids.length === 0) return total;
  const { referenced } = await deps.client.call(calls.imageReferences, { body: { ids: [...ids] }, timeoutMs: 30_000 });
  const kept = new Set(referenced);
  for (const id of ids) {
    if (kept.has(id)) continue;
    const freed = await oneByOne(() => removeOne(id, sentBefore, deps));
    if (freed !== null || !(await deps.store.find(id))) total.gone.push(id);
    if (freed === null) continue;
    total.removed++;
    total.freedBytes += freed;
    deps.measured.removed(freed);
  }
  return total;
}
