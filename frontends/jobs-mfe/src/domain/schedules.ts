import type { JobSchedule } from '@numscope/contracts';

/** A schedule inside of a sentence. The contract's words are plain English already. */
export const scheduleName = (schedule: JobSchedule): string => schedule;

/** A schedule as a choice of its own. */
export const scheduleTitle = (schedule: JobSchedule): string => schedule.charAt(0).toUpperCase() + schedule.slice(1);
