import { type ErrorCode, SessionEndDetails } from '@numscope/contracts';
import { notify } from '../notify/toasts.ts';
import { askForLogin, endSession, keptToken, type SessionEndShown } from '../session/session.ts';
import type { ApiFailure } from '@numscope/client';

/** Refusals of a login, which end no session. */
const ofLogins: readonly string[] = ['BAD_CREDENTIALS', 'CODE_REQUIRED', 'CODE_WRONG'] satisfies ErrorCode[];

/** A refusal that does not say why comes of a token of another installation, or of other keys. */
const endOf = ({ details }: ApiFailure): SessionEndShown => SessionEndDetails.safeParse(details).data?.end ?? 'REFUSED';

/**
 * What every failed call does to the console: a toast, and the login on a 401. A wrong password ends none;
 * for a code the form asks itself.
 * @param options.sentWith the token that was kept when the call was made
 */
export function failureEffects(failure: ApiFailure, options: { quiet: boolean; sentWith: string | null }): void {
  if (failure.code === 'CODE_REQUIRED') return;
  if (failure.status === 401 && !ofLogins.includes(failure.code)) {
    const kept = keptToken();
    // Where several calls are refused the first ends the session.
    if (kept === null) askForLogin();
    // Somebody has logged in since, perhaps in another tab: it says nothing of that.
    else if (kept !== options.sentWith) return;
    else endSession(endOf(failure));
  }
  if (failure.code === 'SESSION_EXPIRED') notify('warning', failure.message);
  else if (!options.quiet) notify('error', failure.message);
}
