import { portrait, portraits, type Portrait } from '@numscope/testing/portraits';

const names = Object.keys(portraits) as Portrait[];

/** So many portraits as JPEG, each of those there are in turn. */
export const picturesFor = (count: number): Buffer[] =>
  Array.from({ length: count }, (_none, place) => portrait(names[place % names.length] ?? 'a-1'));
