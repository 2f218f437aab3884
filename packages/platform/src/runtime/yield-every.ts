import { setImmediate } from 'node:timers/promises';

/**
 * Makes a pace for a long loop on the event loop: awaiting it in each round lets others run whenever `sliceMs` are used
 * up.
 * @example const pace = yieldEvery(); for (const row of rows) { await pace(); work(row); }
 */
export function yieldEvery(sliceMs = 8): () => Promise<void> | void {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < sliceMs) return undefined;
    return setImmediate().then(() => {
      begun = performance.now();
    });
  };
}
