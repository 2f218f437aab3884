import { chooseLanguage, currentLanguage, Flag, languageNames, MenuItem, offeredLanguages, useSettings } from '@numscope/ui';

/** The enabled languages with their flags, as rows of a menu. Choosing one loads the page anew. */
export function LanguageItems() {
  const { languages } = useSettings();
  const chosen = currentLanguage();
  return offeredLanguages(languages).map((language) => (
    <MenuItem key={language} checked={language === chosen} onSelect={() => chooseLanguage(language)}>
      <Flag country={languageNames[language].flag} />
      <span className="ns-grow">{languageNames[language].name}</span>
    </MenuItem>
  ));
}
