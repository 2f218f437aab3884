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
