import type { ImagesContext } from '../deps.ts';
import { longAgo, type Removed, removeUnreferenced } from './remove-unreferenced.ts';

const SLICE = 1000;

/**
 * Removes every picture that no profile refers to, except those of the last hour, whose profile may still be on its
 * way.
 */
export async function clearStorage(deps: ImagesContext): Promise<Removed> {
  const sent = longAgo(deps.kit.clock.now());
  const total: Removed = { removed: 0, freedBytes: 0 };
  let after = '';
  for (;;) {
    const ids = await deps.store.idsAfter(after, sent.again, SLICE);
    const last = ids.at(-1);
    if (last === undefined) return total;
    const { removed, freedBytes } = await removeUnreferenced(ids, sent, deps);
    total.removed += removed;
    total.freedBytes += freedBytes;
    after = last;
  }
}
