import { formatClock, formatDuration, formatPrecise } from '@numscope/ui';

const SECONDS = 100;

/** A length of time for a narrow cell: whole seconds as long as they have two digits. */
export const shortDuration = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  return seconds < SECONDS ? `${seconds} s` : formatDuration(ms);
};

/** A past moment for a narrow cell: the time of today, else the day. */
export function shortMoment(at: number, now: number): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  // Without its seconds, and without its clock: both are the last characters of their formats.
  return today ? formatClock(at).slice(0, -3) : formatPrecise(at).slice(0, -formatClock(at).length - 1);
}
