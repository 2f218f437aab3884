import { compareTexts } from './compare-texts.ts';
import { exportTexts } from './export-texts.ts';
import { faceTexts } from './face-texts.ts';
import { mapTexts } from './map-texts.ts';
import { profileTexts } from './profile-texts.ts';
import { resultsTexts } from './results-texts.ts';

/** The English texts of this remote. */
export const english = {
  ...resultsTexts,
  ...profileTexts,
  ...faceTexts,
  ...exportTexts,
  ...compareTexts,
  ...mapTexts,
} as const;

/** Loaders of its translations. */
export const translations = {
  ru: () => import('./ru/texts.ts'),
  uz: () => import('./uz/texts.ts'),
  es: () => import('./es/texts.ts'),
  fr: () => import('./fr/texts.ts'),
  pt: () => import('./pt/texts.ts'),
};
