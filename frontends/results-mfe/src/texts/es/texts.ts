import compareTexts from './compare-texts.ts';
import exportTexts from './export-texts.ts';
import faceTexts from './face-texts.ts';
import mapTexts from './map-texts.ts';
import profileTexts from './profile-texts.ts';
import resultsTexts from './results-texts.ts';

/** The texts of this remote in Spanish. */
export default { ...resultsTexts, ...profileTexts, ...faceTexts, ...exportTexts, ...compareTexts, ...mapTexts };
