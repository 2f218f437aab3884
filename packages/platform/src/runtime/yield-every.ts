import { setImmediate } from 'node:timers/promises';

/** How long a loop may hold the event loop up. */
const SLICE_MS = 8;

/**
 * Makes a pace for a long loop on the event loop: awaiting it in each round lets others run whenever eight milliseconds
 * are used up.
 * @example const pace = yieldEvery(); for (const row of rows) { await pace(); work(row); }
 */
export function yieldEvery(): () => Promise<void> | void {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < SLICE_MS) return undefined;
    return setImmediate().then(() => {
      begun = performance.now();
    });
  };
}
