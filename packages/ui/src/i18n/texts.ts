import { defineTexts } from './define-texts.ts';
import { english } from './en.ts';

/** The texts of the shared components. The shell and each remote define their own beside it. */
export const t = defineTexts(english, {
  ru: () => import('./ru.ts'),
  uz: () => import('./uz.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
});
