import type { Language } from '@numscope/contracts';
import { languageNames } from '@numscope/ui';
import spain from 'country-flag-files/ES.svg';
import france from 'country-flag-files/FR.svg';
import britain from 'country-flag-files/GB.svg';
import portugal from 'country-flag-files/PT.svg';
import russia from 'country-flag-files/RU.svg';
import uzbekistan from 'country-flag-files/UZ.svg';

const files: Record<string, string> = { ES: spain, FR: france, GB: britain, PT: portugal, RU: russia, UZ: uzbekistan };

/** The flag beside a language: six files, where the general Flag would load the list of all countries. */
export function LanguageFlag({ language }: { language: Language }) {
  return <img className="ns-flag" src={files[languageNames[language].flag]} alt="" width={16} height={12} />;
}
