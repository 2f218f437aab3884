import sessionTexts from './session-texts.ts';

/** The texts of this remote in Portuguese. */
export default { ...sessionTexts };
