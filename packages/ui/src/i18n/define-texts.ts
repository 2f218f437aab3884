import type { Language } from '@numscope/contracts';
import { currentLanguage } from './languages.ts';

export type Values = Record<string, string | number>;
export type Catalog<K extends string> = Record<K, string>;
type Loader<K extends string> = () => Promise<{ default: Partial<Catalog<K>> }>;

export interface Texts<K extends string> {
  /** The text of a key with its `{names}` filled in. */
  (key: K, values?: Values): string;
  /** Loads the chosen language; what it lacks stays English. Before the first paint. */
  load: () => Promise<void>;
}

/**
 * One part's catalog of texts: English is its source of keys, the other languages load when chosen.
 * @example export const t = defineTexts({ hello: 'Hello {name}' }); t('hello', { name: 'Ann' });
 */
export function defineTexts<const C extends Record<string, string>>(
  english: C,
  others: Partial<Record<Language, Loader<keyof C & string>>> = {},
): Texts<keyof C & string> {
  let chosen: Partial<Record<string, string>> = {};
  const text = (key: keyof C & string, values: Values = {}): string =>
    (chosen[key] ?? english[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      String(values[name] ?? whole),
    );
  const load = async (): Promise<void> => {
    const loader = others[currentLanguage()];
    if (loader !== undefined) chosen = (await loader()).default;
  };
  return Object.assign(text, { load });
}
