import type { Job } from '@numscope/contracts';
import type { Tab } from '@numscope/ui';
import { may } from '../../domain/job-actions.ts';
import { texts } from '../../texts/opened.ts';

const names = ['overview', 'phones', 'rest', 'passes', 'sub-tasks', 'preflight'] as const;
export type JobTab = (typeof names)[number];

/** A job that is looked up more than once, from its first start on. */
const hasPasses = (job: Job): boolean =>
  !job.mainJob && job.startedOn !== null && (job.pass > 1 || job.iteration !== 1);

/** Only tabs that have something to show: numbers without a profile once it was started, sub-tasks of a super job, and the preflight of a job that can be played. */
export function jobTabs(job: Job): Tab<JobTab>[] {
  return [
    { value: 'overview', label: texts('overview') },
    { value: 'phones', label: texts('phones') },
    ...(job.startedOn === null ? [] : [{ value: 'rest', label: texts('rest') } as const]),
    ...(hasPasses(job) ? [{ value: 'passes', label: texts('passes') } as const] : []),
    ...(job.subtype === 'SUPER_JOB' ? [{ value: 'sub-tasks', label: texts('subTasks') } as const] : []),
    ...(may(job, 'PLAY') && !job.mainJob ? [{ value: 'preflight', label: texts('preflight') } as const] : []),
  ];
}

/** The tab that an address asks for, as far as this job has it. */
export const tabOf = (job: Job, asked: string): JobTab =>
  jobTabs(job).find((tab) => tab.value === asked)?.value ?? 'overview';
