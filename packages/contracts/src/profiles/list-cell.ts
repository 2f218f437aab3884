import type { ListKind } from './profile-fields.ts';

/** The kind of values in a list that stands in one cell of a table: each kind has separators of its own. */
export type CellList = 'texts' | 'phones' | 'emails' | 'sites';

/** How the lists of a profile stand in cells. */
export const cellLists = {
  text: 'texts',
  name: 'texts',
  email: 'emails',
  phone: 'phones',
  account: 'texts',
  site: 'sites',
  image: 'emails',
} as const satisfies Record<ListKind, CellList>;

/**
 * The signs that part values, each with the backslashes before it: an odd number of them makes the sign a part of the
 * value. Backslashes are looked at from the first of them alone, because from each it would take time by the square of
 * their number.
 */
const signs: Readonly<Record<CellList, RegExp>> = {
  texts: /(?<!\\)(\\*)(\r\n|[|\r\n])/g,
  phones: /(?<!\\)(\\*)(\r\n|[|;,\r\n])/g,
  // The blank before `|` parts nothing that `|` does not.
  emails: /(?<!\\)(\\*)(\r\n|[|;,]|(?! \\*\|)\s)/g,
  // In an address `|` may stand by itself.
  sites: /(?<!\\)(\\*)(\r\n|[\r\n]|(?<=\\)\||(?<= )\|(?= ))/g,
};

/** Whether `|` parts sites depends on what stands beside it, which is not known before they are put together. */
const escaped: Readonly<Record<CellList, RegExp>> = { ...signs, sites: signs.texts };

/** At the end of a value, where nothing stands between it and a line end. */
const lastBackslashes = /(?<!\\)\\+$/;

/**
 * Values as one cell, parted by ` | ` or by line ends. Before a sign within a value that would part it a backslash stands, and those
 * that the value has directly before the sign are doubled. So `splitCell` gives the same values, and one without such
 * signs stands as it is.
 */
export function joinCell(values: readonly string[], list: CellList = 'texts', between: ' | ' | '\n' = ' | '): string {
  const written = values.map((value) => value.replaceAll(escaped[list], String.raw`$1$1\$2`));
  if (between === '\n')
    for (const [place, value] of written.slice(0, -1).entries())
      written[place] = value.replace(lastBackslashes, '$&$&');
  return written.join(between);
}

/** The values of a cell without blanks around them; what is nothing else is left out. */
export function splitCell(cell: string, list: CellList = 'texts'): string[] {
  const values: string[] = [];
  let value = '';
  let from = 0;
  for (const { 0: found, 1: backslashes = '', 2: sign = '', index } of cell.matchAll(signs[list])) {
    value += cell.slice(from, index) + backslashes.slice(Math.ceil(backslashes.length / 2));
    from = index + found.length;
    if (backslashes.length % 2 === 1) value += sign;
    else {
      values.push(value);
      value = '';
    }
  }
  values.push(value + cell.slice(from));
  return values.map((each) => each.trim()).filter((each) => each !== '');
}
