import type { JobSchedule } from '@numscope/contracts';
import type { Word } from '@numscope/ui';
import { texts } from '../texts/opened.ts';

const words = {
  hourly: 'hourly',
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
  'every weekday': 'everyWeekday',
  'last day of month': 'lastDay',
  'last weekday of month': 'lastWeekday',
} as const satisfies Record<JobSchedule, Word<typeof texts>>;

/** A schedule inside of a sentence. */
export const scheduleName = (schedule: JobSchedule): string => texts(words[schedule]);

/** A schedule as a choice of its own. */
export const scheduleTitle = (schedule: JobSchedule): string => {
  const name = scheduleName(schedule);
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
};
