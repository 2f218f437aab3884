import { defineTexts } from './define-texts.ts';
import { english } from './en.ts';

/** The texts of the console's own components and of the shell. Each remote defines its own beside it. */
export const t = defineTexts(english);
