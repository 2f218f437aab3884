import { defineTexts } from '@numscope/ui/i18n/define-texts.ts';
import { english } from './en.ts';

/** The texts of the shell. */
export const t = defineTexts(english, {
  ru: () => import('./ru.ts'),
  uz: () => import('./uz.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
});
