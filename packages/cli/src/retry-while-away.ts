import { setTimeout as wait } from 'node:timers/promises';
import { ApiFailure, backoffMs } from '@numscope/client';

/** An update of the product, or of its machine, is over by then. */
const AWAY_MS = 120_000;

const passing: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/** Whether nobody answers, or somebody in between or a service says that it cannot now. */
export const isAway = (error: unknown): error is ApiFailure => error instanceof ApiFailure && passing.has(error.status);

/**
 * Asks, and again where the server is away for a moment: what is waited for goes on there.
 * @param onAway told once, before it is asked again
 * @param awayMs for how long it may be away, in milliseconds; two minutes unless said
 * @throws what another question would not change, and the last ApiFailure of a server that was away for longer
 */
export async function retryWhileAway<T>(ask: () => Promise<T>, onAway: () => void, awayMs = AWAY_MS): Promise<T> {
  let until = Number.POSITIVE_INFINITY;
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
      if (attempt === 0) until = performance.now() + awayMs;
      const pause = Math.max(backoffMs(attempt, Math.random()), error.retryAfterMs ?? 0);
      if (performance.now() + pause > until) throw error;
      if (attempt === 0) onAway();
      await wait(pause);
    }
  }
}
