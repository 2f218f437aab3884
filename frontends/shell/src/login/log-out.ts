import '../schemas-without-eval.ts';
import { ApiFailure } from '@numscope/client';
import { callApi, currentSession, endSession, forgetPath, navigate, notify } from '@numscope/ui';
import { messages } from '@numscope/contracts/constants';

/**
 * Ends the session here and on the server, and goes to the login. A server that does not answer is told of, but holds
 * nobody back.
 */
export async function logOut(): Promise<void> {
  const session = currentSession();
  if (session !== null) {
    try {
      await callApi('logout', { params: { username: session.userName } }, { quiet: true });
    } catch (error) {
      // A token that the server no longer takes is as good as logged out.
      if (!(error instanceof ApiFailure) || (error.status !== 401 && error.status !== 403))
        notify('error', messages.logoutError);
    }
  }
  endSession();
  forgetPath();
  navigate('/login', { replace: true });
}
