import type { Job } from '@numscope/contracts';

/** Pixels of a digit, which are all as wide; a column is at least so many digits wide. */
const DIGIT = 8;
const LEAST = 4;

/**
 * How wide a column of job numbers is, so that none is cut: a part of a number would be another job's.
 * @param around pixels left and right of the number
 */
export const numberWidth = (jobs: readonly Pick<Job, 'number'>[], around: number): number =>
  around + DIGIT * Math.max(LEAST, ...jobs.map(({ number }) => String(number).length));
