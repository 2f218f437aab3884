/** A cell that a spreadsheet would take for a formula gets an apostrophe before it, also behind blanks and control characters. */
export const neutraliseFormula = (text: string): string => (/^[\s\p{Cc}]*[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text);
