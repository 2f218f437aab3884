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

/** The same day and time of the month that lies `months` later, or its last day if it is too short. */
function monthsLater(date: Date, months: number): Date {
  const last = lastDay(date, months);
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
      return monthsLater(date, 1).getTime();
    case 'every weekday':
      return nextWeekday(date).getTime();
    case 'last day of month':
      return later((months) => lastDay(date, months), date).getTime();
    case 'last weekday of month':
      return later((months) => lastWeekday(date, months), date).getTime();
  }
}

/**
 * The first moment later than `now` at which a pass begins by `schedule`, of those that follow each other from `from` on,
 * which is not later than `now`.
 * Those of each month are on the day of `from` again after a month that lacks it.
 */
function firstRunAfter(schedule: JobSchedule, from: number, now: number): number {
  let next = from;
  for (let months = 1; next <= now; months++)
    next = schedule === 'monthly' ? monthsLater(new Date(from), months).getTime() : nextRun(schedule, next);
  return next;
}

/** An endless job without a schedule begins its passes at least this far apart, so that it does not spin. */
const ENDLESS_PASS_MS = 60_000;

/**
 * When the pass after one that began at `begun` and ended at `now` begins. `iteration` 0 means without end. A schedule
 * counts from `from`, else from when the pass began: from its end it would come later each time. Either may be later than
 * now where the clock was ahead when it was told; nothing waits until then.
 */
export function nextPassAt(
  job: { schedule: JobSchedule | null; iteration: number; begun: number; from?: number | null | undefined },
  now: number,
): number {
  if (job.schedule) return firstRunAfter(job.schedule, Math.min(job.from ?? job.begun, now), now);
  return job.iteration === 0 ? Math.max(now, Math.min(job.begun, now) + ENDLESS_PASS_MS) : now;
}
