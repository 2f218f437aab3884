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

/** The first line that is more than blanks, up to its end outside quotes. */
function firstRow(text: string): string {
  const begin = text.search(/[^ \t\r\n]/);
  if (begin < 0) return '';
  const lineStart = Math.max(text.lastIndexOf('\n', begin), text.lastIndexOf('\r', begin)) + 1;
  let quoted = false;
  for (let index = lineStart; index < text.length; index++) {
    const char = text[index];
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '\n' || char === '\r')) return text.slice(lineStart, index);
  }
  return text.slice(lineStart);
}

/** The cells of one row, unquoted. */
function cellsOf(row: string, separator: string | null): string[] {
  if (separator === null) return [row];
  const cells = [''];
  let quoted = false;
  for (const char of row) {
    if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) cells.push('');
    else cells[cells.length - 1] += char;
  }
  return cells;
}

/**
 * Reads the layout from the beginning of a file. The most frequent separator of the first row is the file's (`,` before `;` before tab where
 * they are even).
 */
export function layoutOf(beginning: string): Layout {
  const row = firstRow(beginning);
  const bare = row.replaceAll(/"[^"]*"/g, '');
  const counted = separators.map((separator) => ({ separator, count: bare.split(separator).length - 1 }));
  const most = counted.reduce((best, next) => (next.count > best.count ? next : best));
  const separator = most.count > 0 ? most.separator : null;
  const column = cellsOf(row, separator).findIndex((cell) => headerWords.has(cell.trim().toLowerCase()));
  return { separator: separator?.charCodeAt(0) ?? null, column: Math.max(column, 0), header: column >= 0 };
}
