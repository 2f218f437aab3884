import * as fc from 'fast-check';

/** All signs that part something in a cell, and what is written before them. */
const piece = fc.constantFrom(
  ...String.raw`\ | ; , : ( ) ' = + @ "`.split(' '),
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  'a',
  'Ж',
  '1',
);

/** A text of a list that a cell of a table holds. */
export const cellValue = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join('').trim())
  .filter((text) => /[aЖ1]/.test(text));

/** Such a list. */
export const cellValues = fc.array(cellValue, { minLength: 1, maxLength: 4 });
