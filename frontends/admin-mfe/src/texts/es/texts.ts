import sessionTexts from './session-texts.ts';

/** The texts of this remote in Spanish. */
export default { ...sessionTexts };
