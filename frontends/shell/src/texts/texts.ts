import { defineTexts } from '@numscope/ui/i18n/define-texts.ts';
import { english } from './en.ts';

/** The texts of the shell. */
export const t = defineTexts(english);
