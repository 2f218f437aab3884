/** What somebody is told whose text is not one of printable characters; beside the pattern it would be loaded with the first page. */
export const printableRule = 'must have printable characters, and not blanks alone';
