/** `full` in `npm run prove`, where each suite runs at the sizes the product promises; else sizes that fit a check of every change. */
export const full = process.env['SCALE'] === 'full';

export const scaled = (reduced: number, whole: number): number => (full ? whole : reduced);
