const FIRST_MS = 100;
const LONGEST_MS = 5000;
/** A provider that wants more than this is not waited for: its part fails with the reason. */
export const LONGEST_HOLD_MS = 30_000;
/** A provider that wants to be left alone for longer is asked again after so long: no quota is counted over more than a month. */
const LONGEST_TOLD_MS = 31 * 86_400_000;

/**
 * How long to wait before the given retry, which counts from 1: doubling, and spread by `random` (0 to 1) so that calls
 * do not come back together.
 */
export const backoffMs = (retry: number, random: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (retry - 1)) * (0.5 + random / 2);

/**
 * A Retry-After header in milliseconds from `now`: seconds, or a date. Whole ones, as they become the moments that are
 * told on, and 31 days at most. Null when it says nothing readable.
 */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const isSeconds = /^\s*\d+(?:\.\d+)?\s*$/.test(header);
  const ms = isSeconds ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(LONGEST_TOLD_MS, Math.max(0, Math.ceil(ms))) : null;
}
