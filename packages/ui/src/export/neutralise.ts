/** A cell that a spreadsheet would take for a formula gets an apostrophe before it, also behind blanks and control characters. */
export const neutraliseFormula = (text: string): string =>
  /^[\s\u0000-\u001F]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
