const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The periods in which calls are counted, in UTC. */
export const periods = ['minute', 'day', 'month'] as const;
export type Period = (typeof periods)[number];

/** How many calls each period allows; 0, or left out, means no limit. */
export interface Allowance {
  perMinute?: number;
  perDay?: number;
  perMonth?: number;
}

export const allowed = (limits: Allowance, period: Period): number =>
  (period === 'minute' ? limits.perMinute : period === 'day' ? limits.perDay : limits.perMonth) ?? 0;

export const isLimited = (limits: Allowance): boolean => periods.some((period) => allowed(limits, period) > 0);

/** The day asked for last: calls come by thousands on the same one. */
let lastDay = { number: Number.NaN, text: '' };

/** The UTC day of a moment, as `2026-11-20`. */
export function dayOf(at: number): string {
  const number = Math.floor(at / DAY_MS);
  if (number !== lastDay.number) lastDay = { number, text: new Date(at).toISOString().slice(0, 10) };
  return lastDay.text;
}

/** The moment at which the quotas of the day begin anew. */
export const nextDay = (at: number): number => (Math.floor(at / DAY_MS) + 1) * DAY_MS;

/** The minute of a moment, as `2026-11-20T10:05`. */
export const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16);

/** The name of the period that a moment lies in: a day's is longer than a month's, and a minute's than a day's. */
export const periodOf = (period: Period, at: number): string =>
  period === 'minute' ? minuteOf(at) : period === 'day' ? dayOf(at) : dayOf(at).slice(0, 7);

/** Which kind of period a name is of. */
export const kindOf = (name: string): Period => (name.length === 7 ? 'month' : name.length === 10 ? 'day' : 'minute');

/** When the next one of a period begins. */
export function nextPeriod(period: Period, at: number): number {
  if (period === 'minute') return (Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS;
  if (period === 'day') return nextDay(at);
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** A number that is the same for all moments of a period, without making a text. */
export const numberOf = (period: Period, at: number): number =>
  period === 'minute' ? Math.floor(at / MINUTE_MS) : Math.floor(at / DAY_MS);
