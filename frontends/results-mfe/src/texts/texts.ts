import { defineTexts } from '@numscope/ui';
import { faceTexts } from './face-texts.ts';
import { profileTexts } from './profile-texts.ts';
import { resultsTexts } from './results-texts.ts';

/** The texts of this remote. */
export const texts = defineTexts({ ...resultsTexts, ...profileTexts, ...faceTexts });
