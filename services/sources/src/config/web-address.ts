/**
 * Whether a text is an address of the web as everybody reads it. What only a URL parser takes for one (blanks before it, tabs
 * within, backslashes, a slash too few) is none: checks of the text would miss to whom it leads.
 */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s\\/?#]/i.test(text) && !/[\\\t\n\r]/.test(text) && URL.canParse(text);
