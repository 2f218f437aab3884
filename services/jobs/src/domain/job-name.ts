import { apiError, limits } from '@numscope/contracts';

/** Control, format and lone surrogate characters, and line separators: nothing of it prints. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * A job's name without surrounding blanks.
 * @throws ApiError JOB_NAME_REQUIRED when nothing is left, JOB_NAME_INVALID over 255 characters or with what does not
 * print
 */
export function jobName(given: string | null | undefined): string {
  const name = (given ?? '').trim();
  if (name === '') throw apiError('JOB_NAME_REQUIRED');
  if ([...name].length > limits.jobNameChars || unprintable.test(name)) throw apiError('JOB_NAME_INVALID');
  return name;
}
