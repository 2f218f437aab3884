import { formatDuration, formatMinute, formatSeconds, formatShortDay } from '@numscope/ui';

const SECONDS = 100;
/** Below this many seconds tenths matter. */
const FEW = 3;

/** A length of time for a narrow cell: whole seconds as long as they have two digits. */
export const shortDuration = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < FEW) return formatSeconds(Math.max(0.1, ms / 1000), 1);
  return seconds < SECONDS ? formatSeconds(seconds) : formatDuration(ms);
};

/** A past moment for a narrow cell: the time of today, else the day. */
export function shortMoment(at: number, now: number): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  // There is no room for a year.
  return today ? formatMinute(at) : formatShortDay(at, at);
}
