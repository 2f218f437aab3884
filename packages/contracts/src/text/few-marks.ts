/** Marks that one letter may bear, as in Unicode's stream-safe text; no language writes as many. */
const MOST_MARKS = 30;
const more = new RegExp(String.raw`(\p{M}{${MOST_MARKS}})\p{M}+`, 'gu');

/**
 * The text without marks (accents and their like) beyond the thirtieth in a row: to bring them into order, as
 * `normalize` does, takes time by the square of how many there are.
 */
export const fewMarks = (text: string): string => (text.length > MOST_MARKS ? text.replace(more, '$1') : text);
