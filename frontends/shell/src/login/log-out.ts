import { currentSession, endSession, forgetPath, navigate, notify } from '@numscope/ui';
import { messages } from '@numscope/contracts/constants';

/** How long the server may take before the person is told that the session may not have ended. */
const LATE_MS = 5_000;

const late = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('no answer yet')), LATE_MS);
  });

const loadTell = (): Promise<typeof import('./tell-logout.ts')> => import('./tell-logout.ts');

/** Loads what tells the server where logging out is offered: a tab that is closed right after it has told it then. */
export const loadAhead = (): void => void loadTell().catch(() => undefined);

let told: Promise<unknown> = Promise.resolve();

/**
 * Resolves once the server has heard of a logout here, or has not in time. It ends all logins of the name that there are when
 * it hears of it, so that whoever logs in again before that would be logged out.
 */
export const logoutSettled = (): Promise<void> =>
  told.then(
    () => undefined,
    () => undefined,
  );

/**
 * Ends the session here at once, goes to the login, and then ends it on the server: a line that stalls must not leave on
 * the screen of a machine that others use what its person takes to be gone. Whoever logs in meanwhile stays so.
 */
export async function logOut(): Promise<void> {
  const session = currentSession();
  endSession();
  forgetPath();
  navigate('/login', { replace: true });
  if (session === null) return;
  told = Promise.race([loadTell().then(({ tellLogout }) => tellLogout(session)), late()]);
  try {
    await told;
  } catch {
    notify('error', messages.logoutError);
  }
}
