import { defineTexts } from '@numscope/ui';
import { english } from './en.ts';

/** The texts of the shell. */
export const t = defineTexts(english);
