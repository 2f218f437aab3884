import './user-menu.css';
import type { Screen } from '@numscope/contracts';
import {
  colourSchemes,
  initials,
  Menu,
  MenuItem,
  MenuLine,
  MenuNote,
  type Session,
  setColourScheme,
  useColourScheme,
} from '@numscope/ui';
import {
  IconChevronDown,
  IconDatabaseSearch,
  IconDevices,
  IconHistory,
  IconKey,
  IconLogout,
  IconServer,
  IconShieldLock,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { useLogOut } from '../login/use-log-out.ts';
import { schemeIcons } from './appearance.tsx';
import { LanguageItems } from './language-picker.tsx';
import { personalEntries } from './menu-entries.ts';
import { t } from '../texts/texts.ts';

const icons: Partial<Record<Screen['title'], TablerIcon>> = {
  userManagement: IconUsers,
  sources: IconDatabaseSearch,
  privacy: IconShieldLock,
  webhooks: IconWebhook,
  system: IconServer,
  apiKeys: IconKey,
  sessions: IconDevices,
};

/** Opens on hover: languages, the person's own screens, appearance, logout. */
export function UserMenu({ session }: { session: Session }) {
  const scheme = useColourScheme();
  return (
    <Menu
      hover
      label={t('userMenu')}
      renderTrigger={(props) => (
        <button {...props} type="button" className="sh-user">
          <span className="ns-sr">{t('userMenu')}</span>
          <span className="ns-face" aria-hidden>
            {initials(session.userName)}
          </span>
          <span className="sh-user-name">{session.userName}</span>
          <IconChevronDown size={14} stroke={1.8} aria-hidden />
        </button>
      )}
    >
      <MenuNote>{t('language')}</MenuNote>
      <LanguageItems />
      <MenuLine />
      {personalEntries(session).map((entry) => {
        const Icon = icons[entry.title] ?? IconHistory;
        return (
          <MenuItem key={entry.to} to={entry.to}>
            <Icon size={16} stroke={1.7} aria-hidden />
            {entry.label}
          </MenuItem>
        );
      })}
      <MenuLine />
      <MenuNote>{t('appearance')}</MenuNote>
      {colourSchemes.map((one) => {
        const Icon = schemeIcons[one];
        return (
          <MenuItem key={one} checked={one === scheme} onSelect={() => setColourScheme(one)}>
            <Icon size={16} stroke={1.7} aria-hidden />
            <span className="ns-grow">{t(one)}</span>
          </MenuItem>
        );
      })}
      <MenuLine />
      <LogOutItem />
    </Menu>
  );
}

/** Made when the menu opens. */
function LogOutItem() {
  const logOut = useLogOut();
  return (
    <MenuItem onSelect={logOut}>
      <IconLogout size={16} stroke={1.7} aria-hidden />
      {t('logout')}
    </MenuItem>
  );
}
