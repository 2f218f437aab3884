import type { JobSchedule } from '@numscope/contracts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const isWeekday = (date: Date): boolean => date.getUTCDay() >= 1 && date.getUTCDay() <= 5;

/** The last day of the month that lies `months` after that of `date`, at the same time of day. */
function lastDay(date: Date, months: number): Date {
  const end = new Date(date);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months + 1);
  end.setUTCDate(0);
  return end;
}

function lastWeekday(date: Date, months: number): Date {
  const end = lastDay(date, months);
  while (!isWeekday(end)) end.setUTCDate(end.getUTCDate() - 1);
  return end;
}

/** The same day and time of the next month, or its last day if the next month is too short. */
function nextMonth(date: Date): Date {
  const last = lastDay(date, 1);
  const next = new Date(last);
  next.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
  return next;
}

function nextWeekday(date: Date): Date {
  const next = new Date(date);
  do next.setUTCDate(next.getUTCDate() + 1);
  while (!isWeekday(next));
  return next;
}

const later = (candidate: (months: number) => Date, after: Date): Date =>
  candidate(0) > after ? candidate(0) : candidate(1);

/**
 * When a pass that comes by `schedule` begins next, strictly after `after` (milliseconds, UTC), at the same time of
 * day. A month without the day of `after` gives its last day.
 */
export function nextRun(schedule: JobSchedule, after: number): number {
  const date = new Date(after);
  switch (schedule) {
    case 'hourly':
      return after + HOUR_MS;
    case 'daily':
      return after + DAY_MS;
    case 'weekly':
      return after + 7 * DAY_MS;
    case 'monthly':
      return nextMonth(date).getTime();
    case 'every weekday':
      return nextWeekday(date).getTime();
    case 'last day of month':
      return later((months) => lastDay(date, months), date).getTime();
    case 'last weekday of month':
      return later((months) => lastWeekday(date, months), date).getTime();
  }
}

/** An endless job without a schedule begins its passes at least this far apart, so that it does not spin. */
const ENDLESS_PASS_MS = 60_000;

/** When the pass after one that began at `begun` and ended at `now` begins. `iteration` 0 means without end. */
export function nextPassAt(
  job: { schedule: JobSchedule | null; iteration: number; begun: number },
  now: number,
): number {
  if (job.schedule) return nextRun(job.schedule, now);
  return job.iteration === 0 ? Math.max(now, job.begun + ENDLESS_PASS_MS) : now;
}
