/** The common wait is shorter than the longest by this part: a waiter that comes just before an end waits for the next one. */
const EARLY = 1 / 40;

/**
 * How long to wait, `mostMs` at most, so that all such waits of a process end together, whenever each begins: at times
 * that its steady clock divides. It wakes once for all of them then, and what it does for the first is at hand for the
 * next ones.
 */
export function commonEndMs(mostMs: number, now = performance.now()): number {
  const earlyMs = mostMs * EARLY;
  const periodMs = mostMs - earlyMs;
  if (periodMs <= 0) return 0;
  const leftMs = periodMs - (now % periodMs);
  // The one before ended a little too early.
  return leftMs <= earlyMs ? leftMs + periodMs : leftMs;
}
