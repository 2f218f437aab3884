import './drawer.css';
import { IconButton, Link, useLocation, useModal, useSession, useSettings } from '@numscope/ui';
import { IconLogout, IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLogOut } from '../login/use-log-out.ts';
import { LanguageButtons } from './language-picker.tsx';
import { Logo } from './logo.tsx';
import { AppearanceButtons } from './appearance.tsx';
import { isHere, personalEntries, shownEntries } from './menu-entries.ts';
import { t } from '../texts/texts.ts';

/** The same items as the top bar, for narrow screens. */
export default function Drawer({ onClose, onPalette }: { onClose: () => void; onPalette: () => void }) {
  const modal = useModal(onClose);
  const logOut = useLogOut();
  const session = useSession();
  const { pathname, href } = useLocation();
  const { productName } = useSettings();
  const opened = useRef(href);
  useEffect(() => {
    if (href !== opened.current) onClose();
  }, [href, onClose]);
  return (
    <dialog ref={modal} className="sh-drawer" aria-label={t('menu')}>
      <div className="ns-row sh-drawer-head">
        <Logo />
        <strong className="ns-grow">{productName}</strong>
        <IconButton label={t('close')} onClick={onClose}>
          <IconX size={16} stroke={1.7} aria-hidden />
        </IconButton>
      </div>
      <nav aria-label={t('mainMenu')}>
        <button type="button" className="ns-menu-item" onClick={onPalette}>
          <IconSearch size={16} stroke={1.7} aria-hidden />
          {t('goToOrDo')}
        </button>
        {[...shownEntries(session), ...personalEntries(session)].map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            className="ns-menu-item"
            aria-current={isHere(entry, pathname) ? 'page' : undefined}
          >
            {entry.label}
          </Link>
        ))}
        <LanguageButtons />
        <AppearanceButtons />
        <button type="button" className="ns-menu-item" onClick={logOut}>
          <IconLogout size={16} stroke={1.7} aria-hidden />
          {t('logout')}
        </button>
      </nav>
    </dialog>
  );
}
