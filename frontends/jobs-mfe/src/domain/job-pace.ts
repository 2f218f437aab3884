import { type Job, MAIN_JOB } from '@numscope/contracts';
import { formatCount, formatDuration, t } from '@numscope/ui';
import { texts } from '../texts/texts.ts';
import { shortDuration, shortMoment } from './short-times.ts';

/** How fast a job goes and how long it will: two lines of a table cell, or one quiet one. */
export type Pace = { rate: string; left: string } | { quiet: string };

/** Phones that have their final answer in this pass. */
export const answered = ({ counts }: Pick<Job, 'counts'>): number => counts.FOUND + counts.NOT_FOUND + counts.FAILED;

/** Phones that can be asked about. */
export const validPhones = ({ counts }: Pick<Job, 'counts'>): number =>
  counts.PENDING + counts.SENT + counts.FOUND + counts.NOT_FOUND + counts.FAILED;

/** Phones that wait for an answer. */
export const unanswered = ({ counts }: Pick<Job, 'counts'>): number => counts.PENDING + counts.SENT;

/** Whether it goes on only for what failed: what else was not asked when it was stopped stays as it is. */
export const asksOnlyFailed = (job: Pick<Job, 'counts' | 'toCome'>): boolean => job.toCome < unanswered(job);

/** How many numbers will have their answer when the job ends. */
export const answeredAtEnd = (job: Pick<Job, 'counts' | 'toCome'>): number => answered(job) + job.toCome;

/** Whether phones of it are being looked up: the standing job is in progress also while it has none. */
export const isAtWork = (job: Pick<Job, 'status' | 'counts'>): boolean =>
  job.status === 'IN_PROGRESS' && unanswered(job) > 0;

const rateOf = (rate: number): string => texts('aSecond', { rate: formatCount(Math.round(rate)) });

/** Milliseconds until the job should be done; null when unknown. */
export const timeLeft = (job: Job, now = Date.now()): number | null =>
  job.eta === null ? null : Math.max(0, job.eta - now);

export function paceOf(job: Job, now = Date.now()): Pace {
  switch (job.status) {
    case 'IN_PROGRESS': {
      const left = timeLeft(job, now);
      if (job.mainJob) return { rate: rateOf(job.rate), left: texts('standing') };
      const until = Math.min(...job.waiting.map(({ resumesAt }) => resumesAt));
      if (left === null && until < Infinity) return { quiet: texts('waitsUntil', { time: shortMoment(until, now) }) };
      return left === null ? { quiet: texts('starting') } : { rate: rateOf(job.rate), left: formatDuration(left) };
    }
    case 'CREATED':
      return { quiet: texts('onHold') };
    case 'SCHEDULED':
      if (job.nextPassAt !== null) return { quiet: texts('nextPassAt', { time: shortMoment(job.nextPassAt, now) }) };
      return {
        quiet: job.schedule !== null && unanswered(job) === 0 ? texts('betweenPasses') : texts('waitsForSlot'),
      };
    case 'PAUSED':
      return { quiet: texts('leftToAsk', { count: formatCount(job.toCome) }) };
    case 'DONE':
      if (unanswered(job) > 0) return { quiet: texts('leftToAsk', { count: formatCount(unanswered(job)) }) };
      if (job.finishedOn === null) return { quiet: '' };
      // Of several passes it would be the time of all of them.
      return {
        quiet:
          job.pass > 1 || job.workedMs === null
            ? texts('finishedAt', { time: shortMoment(job.finishedOn, now) })
            : texts('took', { time: shortDuration(job.workedMs) }),
      };
    case 'CANCELED':
      return { quiet: job.finishedOn === null ? '' : texts('canceledAt', { time: shortMoment(job.finishedOn, now) }) };
    default:
      return { quiet: job.mergedInto === null ? '' : texts('into', { number: job.mergedInto }) };
  }
}

/** Which pass of how many. */
export function passOf(job: Job): string {
  if (job.mainJob) return texts('noPasses');
  const pass = Math.max(1, job.pass);
  return job.cyclic
    ? texts('passCyclic', { pass: formatCount(pass) })
    : texts('passOf', { pass, iteration: Math.max(pass, job.iteration) });
}

/** What a job is called; the main job in the reader's language, unless somebody gave it a name. */
export const nameOf = ({ name, mainJob }: Pick<Job, 'name' | 'mainJob'>): string =>
  mainJob && name === MAIN_JOB ? t('mainJob') : name;

/** The second line under a job's name. */
export function secondLine(job: Job): string {
  if (job.mainJob) return texts('mainJobPurpose');
  if (job.purpose !== null && job.purpose !== '') return job.purpose;
  return job.subtype === 'SUPER_JOB' ? texts('superJob') : job.subtype === 'SUB_TASK' ? texts('subTask') : '';
}
