import type { Language } from '@numscope/contracts';
import { languages } from '@numscope/contracts/constants';
import { storageKeys } from '../session/storage-keys.ts';

/** Each language by its own name, its flag, and its tag for number and date formats. */
export const languageNames: Record<Language, { name: string; flag: string; tag: string }> = {
  en: { name: 'English', flag: 'GB', tag: 'en-GB' },
  ru: { name: 'Русский', flag: 'RU', tag: 'ru-RU' },
  uz: { name: 'O‘zbekcha', flag: 'UZ', tag: 'uz-Latn-UZ' },
  uz_cyrl: { name: 'Ўзбекча', flag: 'UZ', tag: 'uz-Cyrl-UZ' },
  es: { name: 'Español', flag: 'ES', tag: 'es-ES' },
  fr: { name: 'Français', flag: 'FR', tag: 'fr-FR' },
  pt: { name: 'Português', flag: 'PT', tag: 'pt-PT' },
};

/** The known ones of a list of enabled languages, in the specified order; English when none is. */
export function offeredLanguages(enabled: readonly string[]): Language[] {
  const offered = languages.filter((language) => enabled.includes(language));
  return offered.length > 0 ? offered : ['en'];
}

declare global {
  interface Window {
    /** The language that this page was begun in, for all parts of the console. */
    numscopeLanguage?: Language;
  }
}

function rememberedLanguage(): Language {
  const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(storageKeys.language);
  return languages.find((language) => language === stored) ?? 'en';
}

/**
 * The language of this page: what this browser remembered when it was begun, else English. Another tab may choose
 * another; that would come piece by piece into what is loaded here already.
 */
export function currentLanguage(): Language {
  const settled = typeof window === 'undefined' ? undefined : window.numscopeLanguage;
  return settled ?? rememberedLanguage();
}

/** Remembers the choice and loads the page anew, as the specification has it. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKeys.language, language);
  location.reload();
}

/** Forgets a remembered language that is not enabled here any more; the page is in what is remembered then, until it is loaded anew. */
export function settleLanguage(enabled: readonly string[]): void {
  if (!offeredLanguages(enabled).includes(rememberedLanguage())) localStorage.removeItem(storageKeys.language);
  window.numscopeLanguage = rememberedLanguage();
  document.documentElement.lang = languageNames[currentLanguage()].tag;
}
