const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a photo that could not be fetched is left alone before each further try. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS];
/** A host that asks for a longer pause (`Retry-After`) is not asked again. */
const LONGEST_HOLD_MS = 24 * HOUR_MS;

/**
 * How long to wait before a photo is tried again, in milliseconds; null: not any more.
 * @param tries how often it was tried later than with its answer
 * @param holdMs for how long its host asked to be left alone
 * @param random 0 to 1: spreads what failed at once
 */
export function photoPauseMs(tries: number, holdMs: number, random: number): number | null {
  const pauseMs = PAUSES_MS[tries];
  if (pauseMs === undefined || holdMs > LONGEST_HOLD_MS) return null;
  return Math.max(pauseMs * (1 + random / 4), holdMs);
}

/** What an answer says of photos that it lacks; null where it lacks none. `later` of the missing ones are tried again. */
export function missingPhotos(total: number, missing: number, later: number): string | null {
  if (missing === 0) return null;
  const base = `${missing} of ${total} photos could not be fetched`;
  return later === 0 ? base : `${base} with the answer; to be tried again: ${later}`;
}
