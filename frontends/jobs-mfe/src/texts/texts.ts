import { defineTexts, type Loaders } from '@numscope/ui';
import { english } from './en.ts';
import type { openedEnglish } from './opened-texts.ts';

type Catalog = Record<keyof typeof english | keyof typeof openedEnglish, string>;

/** The texts that the list of jobs shows. Another language comes whole, before the first paint. */
export const texts = defineTexts(english, {
  ru: () => import('./ru/texts.ts'),
  uz: () => import('./uz/texts.ts'),
  es: () => import('./es/texts.ts'),
  fr: () => import('./fr/texts.ts'),
  pt: () => import('./pt/texts.ts'),
} satisfies Loaders<Catalog>);
