import './top-bar.css';
import { homeOf, Link, MadeUpMark, useLocation, useSession, useSettings } from '@numscope/ui';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Logo } from './logo.tsx';
import { isHere, shownEntries } from './menu-entries.ts';
import { UserMenu } from './user-menu.tsx';
import { t } from '../texts/texts.ts';

/** Logo and title, main menu, sandbox mark, palette, the person's menu. */
export function TopBar({ onPalette, onDrawer }: { onPalette: () => void; onDrawer: () => void }) {
  const session = useSession();
  const { pathname } = useLocation();
  const { productName, sandbox } = useSettings();
  return (
    <header className="sh-top ns-noprint">
      <button type="button" className="ns-ib sh-burger" aria-label={t('menu')} onClick={onDrawer}>
        <IconMenu2 size={20} stroke={1.5} aria-hidden />
      </button>
      <Link to={homeOf(session)} className="sh-brand">
        <Logo />
        <span>{productName}</span>
      </Link>
      <nav className="sh-nav" aria-label={t('mainMenu')}>
        {shownEntries(session).map((entry) => (
          <Link key={entry.to} to={entry.to} aria-current={isHere(entry, pathname) ? 'page' : undefined}>
            {entry.label}
          </Link>
        ))}
      </nav>
      <span className="ns-grow" />
      {sandbox ? <MadeUpMark what="sandbox" /> : null}
      <button type="button" className="sh-palette-button" onClick={onPalette} aria-keyshortcuts="Control+K">
        <IconSearch size={14} stroke={1.8} aria-hidden />
        <span className="ns-grow">{t('goToOrDo')}</span>
        <kbd className="ns-kbd">Ctrl K</kbd>
      </button>
      {session === null ? (
        <Link to="/login" className="ns-btn">
          {t('signIn')}
        </Link>
      ) : (
        <UserMenu session={session} />
      )}
    </header>
  );
}
