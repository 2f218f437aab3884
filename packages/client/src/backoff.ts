const FIRST = 500;
const MOST = 3000;

/**
 * Milliseconds until the next try: doubling from half a second to 3 s, so that whoever waits comes right within 5 s of
 * the server's return; spread by `chance` (0 to 1) over the later half, so that not all come at once.
 */
export function backoffMs(attempt: number, chance: number): number {
  const full = Math.min(MOST, FIRST * 2 ** attempt);
  return Math.round(full / 2 + (full / 2) * chance);
}
