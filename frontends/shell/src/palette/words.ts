import { defineTexts } from '@numscope/ui';
import { paletteTexts } from '../texts/palette-texts.ts';

/** The words of the palette and of the list of shortcuts: who has opened neither does not wait for them. */
export const words = defineTexts(paletteTexts, {
  ru: () => import('../texts/ru/palette-texts.ts'),
  uz: () => import('../texts/uz/palette-texts.ts'),
  es: () => import('../texts/es/palette-texts.ts'),
  fr: () => import('../texts/fr/palette-texts.ts'),
  pt: () => import('../texts/pt/palette-texts.ts'),
});
