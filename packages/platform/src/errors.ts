import { types } from 'node:util';
import { ApiError, type ErrorCode } from '@numscope/contracts';
import { TransientError } from './transient-error.ts';

export { TransientError };

/**
 * Whether it is an error, also one of another realm: those of worker threads and of Node.js itself, where tests run in
 * a realm of their own.
 */
export const isError = (value: unknown): value is Error => value instanceof Error || types.isNativeError(value);

/** What went wrong, in one line, whatever was thrown. */
export const reasonOf = (error: unknown): string => (isError(error) ? error.message : String(error));

/**
 * The code that an error of Node.js, of a library or of an engine has beside its message: `ENOENT`, `FST_FILES_LIMIT`, of
 * MongoDB a number; undefined where it has none.
 */
export function codeOf(error: unknown): string | number | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' || typeof code === 'number' ? code : undefined;
}

/** Whether something failed because there is no such file. */
export const isMissingFile = (error: unknown): boolean => codeOf(error) === 'ENOENT';

const passingCodes: ReadonlySet<ErrorCode> = new Set(['SERVICE_UNAVAILABLE', 'TIMEOUT', 'OVERLOADED', 'NO_ROOM']);

/**
 * Whether a fault will pass by itself, so that what met it must be tried again and never be given up: a full disk
 * counts too.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof TransientError) return true;
  if (error instanceof ApiError) return passingCodes.has(error.code);
  return /database or disk is full|database is locked|ENOSPC/i.test(reasonOf(error));
}
