import { notify } from '../notify/toasts.ts';
import { endSession } from '../session/session.ts';
import type { ApiFailure } from '@numscope/client';

/**
 * What every failed call does to the console: a toast, and the end of the session on a 401. A wrong password ends none.
 */
export function failureEffects(failure: ApiFailure, options: { quiet: boolean }): void {
  if (failure.status === 401 && failure.code !== 'BAD_CREDENTIALS') endSession();
  if (failure.code === 'SESSION_EXPIRED') notify('warning', failure.message);
  else if (!options.quiet) notify('error', failure.message);
}
