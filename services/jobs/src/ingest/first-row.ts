/** How a phones file is laid out, as its first row tells. */
export interface Layout {
  /** The separator's character code; null when the first row has none: then each of them separates. */
  separator: number | null;
  /** Which cell of a row is the phone, counted from 0. */
  column: number;
  /** Whether the first row names its columns. */
  header: boolean;
}

export const separators = [',', ';', '\t'] as const;
const headerWords: ReadonlySet<string> = new Set(['phone', 'number', 'msisdn', 'tel', 'mobile']);

/** Where the first line begins that is more than blanks. */
function firstRowAt(text: string): number {
  const begin = text.search(/[^ \t\r\n]/);
  return begin < 0 ? text.length : Math.max(text.lastIndexOf('\n', begin), text.lastIndexOf('\r', begin)) + 1;
}

/**
 * The cells of the row that begins at `from`, unquoted. A quote opens a quoted cell only as the cell's first character.
 */
function cellsOf(text: string, from: number, splitting: readonly string[]): { cells: string[]; used: string[] } {
  const cells: string[] = [];
  const used: string[] = [];
  let cell = '';
  let atStart = true;
  let quoted = false;
  for (let index = from; index < text.length; index++) {
    const char = text[index] ?? '';
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[index + 1] === '"') cell += text[++index];
      else quoted = false;
    } else if (char === '\n' || char === '\r') break;
    else if (splitting.includes(char)) {
      cells.push(cell);
      cell = '';
      used.push(char);
      atStart = true;
      continue;
    } else if (char === '"' && atStart) quoted = true;
    else cell += char;
    atStart = false;
  }
  cells.push(cell);
  return { cells, used };
}

/**
 * Reads the layout from the beginning of a file. The most frequent separator of the first row is the file's (`,` before
 * `;` before tab where they are even).
 */
export function layoutOf(beginning: string): Layout {
  const at = firstRowAt(beginning);
  const { used } = cellsOf(beginning, at, separators);
  const counted = separators.map((separator) => ({
    separator,
    count: used.filter((each) => each === separator).length,
  }));
  const most = counted.reduce((best, next) => (next.count > best.count ? next : best));
  const separator = most.count > 0 ? most.separator : null;
  const { cells } = cellsOf(beginning, at, separator === null ? separators : [separator]);
  const column = cells.findIndex((cell) => headerWords.has(cell.trim().toLowerCase()));
  return { separator: separator?.charCodeAt(0) ?? null, column: Math.max(column, 0), header: column >= 0 };
}
