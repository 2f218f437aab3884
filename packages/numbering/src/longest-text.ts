/** In characters. Google reads no longer text as a phone either; and no expression ever sees one. */
export const longestText = 250;
