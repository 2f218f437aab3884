const FIRST_MS = 100;
const LONGEST_MS = 5000;
/** A provider that wants more than this is not waited for: its part fails with the reason. */
export const LONGEST_HOLD_MS = 30_000;

/**
 * How long to wait before the given retry, which counts from 1: doubling, and spread by `random` (0 to 1) so that calls
 * do not come back together.
 */
export const backoffMs = (retry: number, random: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (retry - 1)) * (0.5 + random / 2);

/** A Retry-After header in milliseconds from `now`: seconds, or a date. Null when it says nothing readable. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
