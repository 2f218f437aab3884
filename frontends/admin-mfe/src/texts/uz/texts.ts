import sessionTexts from './session-texts.ts';

/** The texts of this remote in Uzbek in Latin letters. */
export default { ...sessionTexts };
