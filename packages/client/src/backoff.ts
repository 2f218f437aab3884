const FIRST = 500;
const MOST = 20_000;

/**
 * Milliseconds until the next try: doubling from half a second to 20 s, spread by `chance` (0 to 1) so that not all
 * come at once.
 */
export function backoffMs(attempt: number, chance: number): number {
  const full = Math.min(MOST, FIRST * 2 ** attempt);
  return Math.round(full / 2 + (full / 2) * chance);
}
