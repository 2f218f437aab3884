import sessionTexts from './session-texts.ts';

/** The texts of this remote in French. */
export default { ...sessionTexts };
