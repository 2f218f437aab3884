/** When a user's counted searches were, as `face_searcher` keeps them: oldest first. */
export const timesOf = (text: string): number[] => (JSON.parse(text) as unknown[]).map(Number);

/** What is dated further ahead was noted by a clock that has gone back since: nobody is kept out for as long as that was. */
const AHEAD_MS = 60_000;

/** Those of a user's searches that count at `now`. */
export const countingTimes = (times: readonly number[], since: number, now: number): number[] =>
  times.filter((at) => at > since && at <= now + AHEAD_MS);
