import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '@numscope/platform';
import type { ImagesContext } from '../deps.ts';

const PART = 500;
const RETRY_MS = 5000;

/**
 * Removes what models saw, but for the one named; null: all of it. By parts, so that nothing waits for it long. Goes on
 * until it is done or `signal` says to end.
 */
export async function dropFacesOfOthers(
  except: string | null,
  { store, index, kit }: Pick<ImagesContext, 'store' | 'index' | 'kit'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await store.faces.dropOthers(except, PART)) continue;
      if (except === null) await index?.clear();
      return;
    } catch (error) {
      if (signal.aborted) return;
      kit.log.warn({ reason: reasonOf(error) }, 'faces could not be removed yet; tried again');
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
