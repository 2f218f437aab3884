import type { RetentionDays } from '@numscope/contracts';

const DAY_MS = 86_400_000;
/** Two o'clock by UTC: few are at work then in most places. */
const RUN_AT_MS = 2 * 3_600_000;

/** How long things are kept, since when, and when it was seen to before; times in milliseconds. */
interface RetentionTimes {
  days: RetentionDays;
  at: number | null;
  runs: ReadonlyArray<{ startedAt: number }>;
}

/**
 * When the next run begins: the first two o'clock after what was set, and after the last run. Null: nothing is to go. What is
 * later than now was kept by a clock that went ahead, and keeps no run from beginning.
 */
export function nextRunAt({ days, at, runs }: RetentionTimes, now: number): number | null {
  if (Object.values(days).every((each) => each === null)) return null;
  const before = [at ?? 0, ...runs.map(({ startedAt }) => startedAt)].filter((time) => time <= now);
  if (before.length === 0) return now;
  const after = Math.max(...before);
  const sameDay = Math.floor(after / DAY_MS) * DAY_MS + RUN_AT_MS;
  return sameDay > after ? sameDay : sameDay + DAY_MS;
}

/** What is kept for these days goes where it is older than this time. */
export const cutOf = (days: number, at: number): number => at - days * DAY_MS;
