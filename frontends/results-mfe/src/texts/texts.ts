import { defineTexts } from '@numscope/ui';
import { english, translations } from './catalogs.ts';

/** The texts of this remote. */
export const texts = defineTexts(english, translations);
