import { setTimeout as pause } from 'node:timers/promises';

/** How often it is looked whether anybody still waits. */
export const LOOK_MS = 500;

/** Waits, but not much longer than anybody waits for it. */
export async function rest(ms: number, isOver: () => boolean, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0 && !isOver(); left = until - performance.now())
    await pause(Math.min(left, LOOK_MS), undefined, { signal }).catch(() => undefined);
}
