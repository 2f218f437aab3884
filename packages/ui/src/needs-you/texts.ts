import { defineTexts } from '../i18n/define-texts.ts';
import { english } from './en.ts';

/** The texts of what needs an administrator. */
export const texts = defineTexts(english, {
  ru: () => import('./ru.ts'),
  uz: () => import('./uz.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
});
