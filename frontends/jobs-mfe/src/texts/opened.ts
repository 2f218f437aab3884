import { openedEnglish } from './opened-texts.ts';
import { texts as first } from './texts.ts';

/** The texts of what is opened from the list of jobs, beside those of the list. */
export const texts = first.with(openedEnglish);
