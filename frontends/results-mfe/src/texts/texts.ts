import { defineTexts } from '@numscope/ui';
import { compareTexts } from './compare-texts.ts';
import { exportTexts } from './export-texts.ts';
import { faceTexts } from './face-texts.ts';
import { mapTexts } from './map-texts.ts';
import { profileTexts } from './profile-texts.ts';
import { resultsTexts } from './results-texts.ts';

/** The texts of this remote. */
export const texts = defineTexts(
  { ...resultsTexts, ...profileTexts, ...faceTexts, ...exportTexts, ...compareTexts, ...mapTexts },
  {
    ru: () => import('./ru/texts.ts'),
    uz: () => import('./uz/texts.ts'),
    es: () => import('./es/texts.ts'),
    fr: () => import('./fr/texts.ts'),
    pt: () => import('./pt/texts.ts'),
  },
);
