import { chooseLanguage, currentLanguage, languageNames, MenuItem, offeredLanguages, useSettings } from '@numscope/ui';
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
