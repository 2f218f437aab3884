import { type ErrorCode, SessionEndDetails } from '@numscope/contracts';
import { notify } from '../notify/toasts.ts';
import { askForLogin, endSession, hasToken, type SessionEndShown } from '../session/session.ts';
import type { ApiFailure } from '@numscope/client';

/** Refusals of a login, which end no session. */
const ofLogins: readonly string[] = ['BAD_CREDENTIALS', 'CODE_REQUIRED', 'CODE_WRONG'] satisfies ErrorCode[];

/** A refusal that does not say why comes of a token of another installation, or of other keys. */
const endOf = ({ details }: ApiFailure): SessionEndShown => SessionEndDetails.safeParse(details).data?.end ?? 'REFUSED';

/**
 * What every failed call does to the console: a toast, and the login on a 401. A wrong password ends none;
 * for a code the form asks itself.
 */
export function failureEffects(failure: ApiFailure, options: { quiet: boolean }): void {
  if (failure.code === 'CODE_REQUIRED') return;
  if (failure.status === 401 && !ofLogins.includes(failure.code)) {
    // Of several refused calls the first one ends the session; the search dashboard opens also where there is none.
    if (hasToken()) endSession(endOf(failure));
    else askForLogin();
  }
  if (failure.code === 'SESSION_EXPIRED') notify('warning', failure.message);
  else if (!options.quiet) notify('error', failure.message);
}
