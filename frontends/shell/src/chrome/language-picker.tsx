import './language-picker.css';
import { chooseLanguage, currentLanguage, languageNames, MenuItem, offeredLanguages, useSettings } from '@numscope/ui';
import { t } from '../texts/texts.ts';
import { LanguageFlag } from './language-flag.tsx';

/** The enabled languages with their flags, as rows of a menu. Choosing one loads the page anew. */
export function LanguageItems() {
  const { languages } = useSettings();
  const chosen = currentLanguage();
  return offeredLanguages(languages).map((language) => (
    <MenuItem key={language} checked={language === chosen} onSelect={() => chooseLanguage(language)}>
      <LanguageFlag language={language} />
      <span className="ns-grow">{languageNames[language].name}</span>
    </MenuItem>
  ));
}

/** The same for the drawer, which is no menu. */
export function LanguageButtons() {
  const { languages } = useSettings();
  const chosen = currentLanguage();
  return (
    <fieldset className="sh-languages" aria-label={t('language')}>
      {offeredLanguages(languages).map((language) => (
        <button
          key={language}
          type="button"
          className="ns-menu-item"
          aria-pressed={language === chosen}
          onClick={() => chooseLanguage(language)}
        >
          <LanguageFlag language={language} />
          {languageNames[language].name}
        </button>
      ))}
    </fieldset>
  );
}
