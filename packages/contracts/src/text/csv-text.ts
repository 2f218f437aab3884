// Texts in CSV that a spreadsheet might run: https://owasp.org/www-community/attacks/CSV_Injection. Where it takes other
// signs for separators than the file has, a comma, a tab or a line's end within a text begins a cell of its own, whatever
// stands around the text: only a sign within keeps it from being a formula.

/** Apostrophes of its own stay apart from the one that is added. A phone and a number are none that do harm. */
const atBegin = /^('*)(?=[=@\t\r]|[+-](?!\d+$))/;
const within = /([,\t\r\n]"*)('*)(?=[=@]|[+-](?![\d.]+["\]}]*(?:[,\t\r\n]|$)))/g;

const guardedAtBegin = /^'(?='*(?:[=@\t\r]|[+-](?!\d+$)))/;
const guardedWithin = /([,\t\r\n]"*)'(?='*(?:[=@]|[+-](?![\d.]+["\]}]*(?:[,\t\r\n]|$))))/g;

/** A text for a cell of CSV, an apostrophe before each sign by which a spreadsheet would take it, or a part of it, for a formula. */
export const guardedText = (text: string): string => text.replace(atBegin, "'$1").replaceAll(within, "$1'$2");

/** The text that `guardedText` was given. */
export const unguardedText = (text: string): string => text.replaceAll(guardedWithin, '$1').replace(guardedAtBegin, '');

/**
 * A text for a cell of a spreadsheet, as an import reads it: that takes away the apostrophes that CSV needs, so a text
 * with such ones of its own is written as in CSV.
 */
export const importedText = (text: string): string => (unguardedText(text) === text ? text : guardedText(text));

/** What each CSV of the product begins with: by it a spreadsheet takes the file for UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A text as a cell of CSV, quoted where it must be (RFC 4180), and no formula of a spreadsheet. */
export function csvCell(text: string): string {
  const safe = guardedText(text);
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Cells as a line, as all CSV of the product: with semicolons, ended by CR LF. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;
