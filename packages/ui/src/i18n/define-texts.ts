import { currentLanguage, languageNames } from './languages.ts';
import { loadCatalog, type SomeLoaders } from './load-catalog.ts';
import { type Counted, withPlurals } from './plurals.ts';

export type Values = Record<string, string | number>;
export type Catalog<K extends string> = Record<K, string>;
/** Numbers that decide on a form are needed as numbers; all else may also be a text. */
type Given<T> = [Counted<T>] extends [never]
  ? [values?: Values]
  : [values: Values & Record<Counted<T> & string, number>];

export interface Texts<C extends Record<string, string>> {
  /** The text of a key with its `{names}` filled in, and of `{count, plural, one {# job} other {# jobs}}` the form of that number. */
  <K extends keyof C & string>(key: K, ...given: Given<C[K]>): string;
  /** Loads the chosen language, before the first paint; a part without it stays English. */
  load: () => Promise<void>;
  english: C;
  /** The same with more texts, whose English comes with the file that asks for them. They are translated in the same catalogs. */
  with: <const M extends Record<string, string>>(more: M) => Texts<C & M>;
}

/** The keys of a catalog whose texts are the same for every number. */
export type Word<T extends Texts<Record<string, string>>> = {
  [K in keyof T['english'] & string]: [Counted<T['english'][K]>] extends [never] ? K : never;
}[keyof T['english'] & string];

/**
 * One part's catalog of texts: English is its source of keys, the other languages load when chosen.
 * @example export const t = defineTexts({ hello: 'Hello {name}' }); t('hello', { name: 'Ann' });
 */
export function defineTexts<const C extends Record<string, string>>(
  english: C,
  others: SomeLoaders<Catalog<keyof C & string>> = {},
): Texts<C> {
  let chosen: Partial<Record<string, string>> = {};
  const load = async (): Promise<void> => {
    chosen = (await loadCatalog(others, currentLanguage())) ?? {};
  };
  const textsOf = <const T extends Record<string, string>>(known: T): Texts<T> => {
    const text = <K extends keyof T & string>(key: K, ...[values = {}]: Given<T[K]>): string => {
      const translated = chosen[key];
      const { tag } = languageNames[translated === undefined ? 'en' : currentLanguage()];
      return withPlurals(translated ?? known[key] ?? key, values, tag).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
        String(values[name] ?? whole),
      );
    };
    return Object.assign(text, {
      load,
      english: known,
      with: <const M extends Record<string, string>>(more: M) => textsOf({ ...known, ...more }),
    });
  };
  return textsOf(english);
}
