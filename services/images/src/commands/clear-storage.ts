import type { ImagesContext } from '../deps.ts';
import { longAgo, pictureSlices, type Removed, removeUnreferenced } from './remove-unreferenced.ts';

/**
 * Removes every picture that no profile refers to, except those of the last hour, whose profile may still be on its
 * way.
 */
export async function clearStorage(deps: ImagesContext): Promise<Removed> {
  const sent = longAgo(deps.kit.clock.now());
  const total: Removed = { removed: 0, freedBytes: 0 };
  for await (const ids of pictureSlices(sent.again, deps)) {
    const { removed, freedBytes } = await removeUnreferenced(ids, sent, deps);
    total.removed += removed;
    total.freedBytes += freedBytes;
  }
  return total;
}
