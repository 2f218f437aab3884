/** What an analyzer would part words at: Java's `Character.isWhitespace`, which has some control characters besides. */
const BLANK = /\s|\p{Cc}/gu;
/** Where blanks are moved to, in the last private plane, so that a token stays one. */
const MOVED = 0xf0000;
/** Stands twice behind a text, so that a token begins at each of its letters. */
const END = '\u{10fffd}';
const LENGTH = 3;

const unbroken = (text: string): string =>
  text.toWellFormed().replaceAll(BLANK, (blank) => String.fromCodePoint(MOVED + (blank.codePointAt(0) ?? 0)));

function runs(letters: readonly string[]): string {
  const tokens: string[] = [];
  for (let at = LENGTH - 1; at < letters.length; at++)
    tokens.push(`${letters[at - 2]}${letters[at - 1]}${letters[at]}`);
  return tokens.join(' ');
}

/**
 * A text as tokens with blanks between: every three letters in a row, one token for each letter of the text. Tokens one
 * after the other are then just what stands in the text.
 */
export const tokensOf = (text: string): string => runs([...unbroken(text), END, END]);

/** What a text is looked for by: tokens that must follow each other, or the beginning of a single one. */
export function wantedTokens(text: string): { phrase: string } | { beginning: string } {
  const letters = [...unbroken(text)];
  return letters.length < LENGTH ? { beginning: letters.join('') } : { phrase: runs(letters) };
}
