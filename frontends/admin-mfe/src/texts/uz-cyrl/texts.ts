import sessionTexts from './session-texts.ts';

/** The texts of this remote in Uzbek in Cyrillic letters. */
export default { ...sessionTexts };
