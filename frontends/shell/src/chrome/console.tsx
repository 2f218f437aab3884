import './console.css';
import '@numscope/ui/styles/console.ts';
import { remotes } from '@numscope/contracts/constants';
import {
  CrashMark,
  type Decision,
  realtime,
  StateBlock,
  useSession,
  useLocation,
  useSettings,
  lazyDialog,
} from '@numscope/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { loadPalette, loadShortcuts } from '../palette/load-palette.ts';
import { forgetPlaces, watchPlaces } from '../palette/recents.ts';
import { NotFound } from '../pages/not-found.tsx';
import { outlet } from '../remotes/outlet.ts';
import { useBrokenRemotes } from '../remotes/remote-status.ts';
import { retryRemote, startRemotes } from '../remotes/start-remotes.ts';
import { AwayNote } from './away-note.tsx';
import { Footer } from './footer.tsx';
import { moduleAdvice } from './menu-entries.ts';
import { ScrollTop } from './scroll-top.tsx';
import { TopBar } from './top-bar.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useLeftImports } from './use-left-imports.ts';
import { useServerMessages } from './use-server-messages.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { t } from '../texts/texts.ts';

const Palette = lazyDialog(loadPalette);
const Shortcuts = lazyDialog(loadShortcuts);
const Drawer = lazyDialog(() => import('./drawer.tsx'));
type Overlay = 'palette' | 'shortcuts' | 'drawer' | null;

/** The layout around every screen below the login: top bar, the remote of the route, footer. */
export default function Console({ decision }: { decision: Decision }) {
  const settings = useSettings();
  const session = useSession();
  const place = useRef<HTMLDivElement>(null);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const broken = useBrokenRemotes();
  const close = useCallback(() => setOverlay(null), []);
  useServerMessages();
  useLeftImports();
  useKeptFocus(place, useLocation().pathname);
  useEffect(() => {
    place.current?.append(outlet);
    startRemotes(settings);
    realtime().open();
  }, [settings]);
  useEffect(watchPlaces, []);
  useEffect(() => {
    if (session === null) forgetPlaces();
  }, [session]);
  const openPalette = useCallback(() => setOverlay('palette'), []);
  const openShortcuts = useCallback(() => setOverlay('shortcuts'), []);
  useShortcuts({ session, palette: openPalette, help: openShortcuts });

  const crashed = decision.kind === 'remote' && broken.has(decision.remote) ? decision.remote : null;
  return (
    <div className="sh-app">
      <a className="ns-skip" href="#main" onClick={(event) => (event.preventDefault(), place.current?.focus())}>
        {t('skipToContent')}
      </a>
      <TopBar onPalette={openPalette} onDrawer={() => setOverlay('drawer')} />
      <main id="main" className="sh-main" tabIndex={-1} ref={place}>
        {decision.kind === 'not-found' ? <NotFound /> : null}
        {decision.kind === 'no-module' ? (
          <StateBlock kind="no-right" title={t('noModule', { module: decision.module })}>
            {moduleAdvice(session, decision.module)}
          </StateBlock>
        ) : null}
        {crashed === null ? null : (
          <CrashMark component={remotes[crashed].title} onRetry={() => void retryRemote(crashed)} />
        )}
      </main>
      <AwayNote />
      <Footer onShortcuts={openShortcuts} />
      <ScrollTop />
      {overlay === 'palette' ? <Palette onClose={close} onShortcuts={openShortcuts} /> : null}
      {overlay === 'shortcuts' ? <Shortcuts onClose={close} /> : null}
      {overlay === 'drawer' ? <Drawer onClose={close} onPalette={openPalette} /> : null}
    </div>
  );
}
