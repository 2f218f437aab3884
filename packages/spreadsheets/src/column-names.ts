/** The place of a cell's column, from 0; null for what is no cell's name. */
export function columnOf(name: string): number | null {
  const letters = /^[A-Z]{1,3}(?=\d{1,7}$)/.exec(name)?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** `A` to `Z`, then `AA`: the name of a column by its place from 0. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`;
}
