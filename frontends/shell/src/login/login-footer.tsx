import { productVersion } from '@numscope/contracts';
import { currentLanguage, Flag, languageNames, Menu, t, useSettings } from '@numscope/ui';
import { IconChevronDown } from '@tabler/icons-react';
import { LanguageItems } from '../chrome/language-picker.tsx';

/** Language, version and year, below the form. */
export function LoginFooter() {
  const { version } = useSettings();
  const { flag, name } = languageNames[currentLanguage()];
  return (
    <footer className="sh-login-foot ns-sm ns-t3">
      <Menu
        label={t('language')}
        side="bottom-start"
        trigger={(props) => (
          <button {...props} type="button" className="ns-row" aria-label={`${t('language')}: ${name}`}>
            <Flag country={flag} />
            {name}
            <IconChevronDown size={12} stroke={2} aria-hidden />
          </button>
        )}
      >
        <LanguageItems />
      </Menu>
      <span>{version === '' ? productVersion : version}</span>
      <span>{new Date().getFullYear()}</span>
    </footer>
  );
}
