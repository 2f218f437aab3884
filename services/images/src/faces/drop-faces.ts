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
  let dropped = 0;
  while (!signal.aborted) {
    try {
      const part = await store.faces.dropOthers(null, PART);
      dropped += part;
      if (part === PART) continue;
      if (dropped > 0) await store.scrub();
      return;
    } catch (error) {
      if (signal.aborted) return;
      kit.log.warn({ reason: reasonOf(error) }, 'faces could not be removed yet; tried again');
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
