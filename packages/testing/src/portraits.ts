import { readFileSync } from 'node:fs';

/** The file of each portrait: `a-1` and `a-2` are of one person, `b-1` is of another. */
export const portraits = {
  'a-1': 'person-a-1.jpg',
  'a-2': 'person-a-2.jpg',
  'b-1': 'person-b-1.jpg',
} as const;
export type Portrait = keyof typeof portraits;

/** A portrait as JPEG. */
export const portrait = (name: Portrait): Buffer =>
  readFileSync(new URL(`../portraits/${portraits[name]}`, import.meta.url));
