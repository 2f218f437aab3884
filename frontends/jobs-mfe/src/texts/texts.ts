import { defineTexts } from '@numscope/ui';
import { english } from './en.ts';

/** The texts of this remote; a language that is not here, or lacks a text, shows English. */
export const texts = defineTexts(english, { ru: () => import('./ru.ts') });
