import {
  currentSession,
  decideRoute,
  type Decision,
  endSession,
  forgetPath,
  navigate,
  onSessionChange,
  rememberPath,
  useLocation,
  usePageTitle,
  useSession,
  useSettings,
  lazyPart,
} from '@numscope/ui';
import { useEffect } from 'react';
import { BusyOverlay } from './chrome/busy-overlay.tsx';
import { Toasts } from './chrome/toasts.tsx';
import { screenTitle } from './chrome/screen-title.ts';
import { logOut } from './login/log-out.ts';

const Console = lazyPart(() => import('./chrome/console.tsx'));
const LoginPage = lazyPart(() => import('./login/login-page.tsx'));

/** Does what a decision asks for besides showing something. */
function act(decision: Decision, href: string): void {
  if (decision.kind === 'remote') return rememberPath(href);
  if (decision.kind === 'redirect') {
    // The bare address is no page to come back to.
    if (decision.to === '/login' && href !== '/') rememberPath(href);
    return navigate(decision.to, { replace: true });
  }
  if (decision.kind !== 'logout') return;
  if (href.startsWith('/logout')) {
    void logOut();
    return;
  }
  // A signed-in person without the admin role opened an admin route: nothing to come back to.
  endSession('NOT_ADMIN');
  navigate('/login', { replace: true });
  forgetPath();
}

/** Login or console, by the address and by who is signed in. */
export function App() {
  const session = useSession();
  const { pathname, href } = useLocation();
  const { productName } = useSettings();
  const decision = decideRoute(pathname, session);
  useEffect(() => act(decideRoute(pathname, session), href), [pathname, href, session]);
  // Whoever ended the session, a refused call, another tab or the person: the login is next.
  useEffect(
    () =>
      onSessionChange(() => {
        if (currentSession() === null) navigate('/login', { replace: true });
      }),
    [],
  );
  usePageTitle(screenTitle(decision, pathname), productName);
  const inside = decision.kind === 'remote' || decision.kind === 'not-found' || decision.kind === 'no-module';
  return (
    <>
      {inside ? <Console decision={decision} /> : null}
      {decision.kind === 'login' ? <LoginPage /> : null}
      <Toasts />
      <BusyOverlay />
    </>
  );
}
