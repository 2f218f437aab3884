import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '@numscope/platform';
import type { ImagesContext } from '../deps.ts';

const PART = 500;
const RETRY_MS = 5000;

/**
 * Removes what models saw on all pictures, by parts, so that nothing waits for it long; what was removed is overwritten
 * where it stood. Goes on until it is done or `signal` says to end.
 */
export async function dropFaces(
  { store, kit }: Pick<ImagesContext, 'store' | 'kit'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if ((await store.faces.dropOthers(null, PART)) === PART) continue;
      // Also what a start before removed, and ended before it was overwritten.
      if (await store.faces.needsScrub()) await store.scrub();
      return;
    } catch (error) {
      if (signal.aborted) return;
      kit.log.warn({ reason: reasonOf(error) }, 'faces could not be removed yet; tried again');
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
