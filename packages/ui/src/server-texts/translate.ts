import type { ApiFailure } from '@numscope/client';
import { currentLanguage } from '../i18n/languages.ts';
import { type Loaders, loadCatalog } from '../i18n/load-catalog.ts';
import type { ServerTexts } from './server-texts.ts';

const catalogs: Loaders<ServerTexts> = {
  ru: () => import('./ru.ts'),
  uz: () => import('./uz.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
};

interface Chosen {
  text: (text: string) => string | null;
  failure: (code: string, message: string) => string | null;
}
let chosen: Chosen | null = null;

/** Loads what the server and the contracts say in the chosen language; for English nothing. Before the first paint. */
export async function loadServerTexts(): Promise<void> {
  const language = currentLanguage();
  if (language === 'en') return;
  const [{ translated, translatedFailure }, catalog] = await Promise.all([
    import('./translator.ts'),
    loadCatalog(catalogs, language),
  ]);
  if (catalog !== undefined)
    chosen = {
      text: (text) => translated(catalog, text),
      failure: (code, message) => translatedFailure(catalog, code, message),
    };
}

/**
 * A text of the contracts' messages, or of the server, in the chosen language; any other text as it is.
 * @example <p>{translate(messages.pageNotFound)}</p>
 */
export const translate = (text: string): string => chosen?.text(text) ?? text;

/** The words of an error code of ours in the chosen language; `message` is what it says in English. */
export const translateFailureText = (code: string, message: string): string =>
  chosen?.failure(code, message) ?? message;

/** The words of a refused call become those of the chosen language; its code, by which programs decide, stays. */
export function translateFailure(failure: ApiFailure): void {
  failure.message = translateFailureText(failure.code, failure.message);
}
