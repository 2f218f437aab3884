import { currentSession, endSession, forgetPath, navigate, notify } from '@numscope/ui';
import { messages } from '@numscope/contracts/constants';

/**
 * Ends the session here and on the server, and goes to the login. A server that does not answer is told of, but holds
 * nobody back; nor does what tells the server, which is loaded when it is needed.
 */
export async function logOut(): Promise<void> {
  const session = currentSession();
  if (session !== null) {
    try {
      const { tellLogout } = await import('./tell-logout.ts');
      await tellLogout(session.userName);
    } catch {
      notify('error', messages.logoutError);
    }
  }
  endSession();
  forgetPath();
  navigate('/login', { replace: true });
}
