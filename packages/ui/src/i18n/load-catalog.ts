import type { Language } from '@numscope/contracts';

/** The languages that have catalogs of their own: English stands in the code, Uzbek in Cyrillic letters is made of `uz`. */
type TranslatedLanguage = Exclude<Language, 'en' | 'uz_cyrl'>;
/** A loader of each language's catalog. */
export type Loaders<C> = Record<TranslatedLanguage, () => Promise<{ default: C }>>;
/** A part may lack languages. */
export type SomeLoaders<C> = Partial<Loaders<C>> & { [L in Exclude<Language, TranslatedLanguage>]?: undefined };

/** The catalog of a language; undefined where there is none, as for English. */
export async function loadCatalog<C extends Readonly<Record<string, string>>>(
  loaders: SomeLoaders<C>,
  language: Language,
): Promise<C | undefined> {
  if (language !== 'uz_cyrl') return (await loaders[language]?.())?.default;
  const [{ catalogInCyrillic }, latin] = await Promise.all([import('./uzbek-cyrillic.ts'), loaders.uz?.()]);
  return latin && catalogInCyrillic(latin.default);
}
