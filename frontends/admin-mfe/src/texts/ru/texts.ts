import sessionTexts from './session-texts.ts';

/** The texts of this remote in Russian. */
export default { ...sessionTexts };
