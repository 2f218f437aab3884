/** A shorter check is made anew whenever it is asked for. */
const LONG_MS = 1000;
const KEPT_FOR_EACH = 10;
const LONGEST_KEPT_MS = 60_000;

/**
 * One check at a time, for all who ask meanwhile. One that took over a second is answered again for ten times as long
 * as it took, at most a minute: so whoever asks again and again has the trail read for no more than a tenth of the time.
 */
export function sharedCheck<T>(check: (by: string) => Promise<T>, clock = () => performance.now()) {
  let going: Promise<T> | undefined;
  let kept: { answer: T; until: number } | undefined;
  const begin = async (by: string): Promise<T> => {
    const begun = clock();
    const answer = await check(by);
    const took = clock() - begun;
    kept = took < LONG_MS ? undefined : { answer, until: clock() + Math.min(took * KEPT_FOR_EACH, LONGEST_KEPT_MS) };
    return answer;
  };
  return async (by: string): Promise<T> => {
    if (kept && clock() < kept.until) return kept.answer;
    going ??= begin(by).finally(() => (going = undefined));
    return going;
  };
}
