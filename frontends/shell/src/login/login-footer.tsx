import { productVersion } from '@numscope/contracts/constants';
import { currentLanguage, languageNames, Menu, useSettings } from '@numscope/ui';
import { IconChevronDown } from '@tabler/icons-react';
import { LanguageFlag } from '../chrome/language-flag.tsx';
import { LanguageItems } from '../chrome/language-picker.tsx';
import { t } from '../texts/texts.ts';

const thisYear = new Date().getFullYear();

/** Language, version and year, below the form. */
export function LoginFooter() {
  const { version } = useSettings();
  const language = currentLanguage();
  const { name } = languageNames[language];
  return (
    <footer className="sh-login-foot ns-sm ns-t3">
      <Menu
        label={t('language')}
        side="bottom-start"
        renderTrigger={(props) => (
          <button {...props} type="button" className="ns-row" aria-label={`${t('language')}: ${name}`}>
            <LanguageFlag language={language} />
            {name}
            <IconChevronDown size={12} stroke={2} aria-hidden />
          </button>
        )}
      >
        <LanguageItems />
      </Menu>
      <span>{version === '' ? productVersion : version}</span>
      <span>{thisYear}</span>
    </footer>
  );
}
