/** Digits of a whole number in E.164. */
const MOST_DIGITS = 15;
const LEAST_DIGITS = 2;
const entry = /^\+?([1-9]\d*)(\*?)$/;

export interface BadLine {
  line: number;
  text: string;
}

/** Characters of a wrong line that are shown to whoever sent it. */
const SHOWN_CHARS = 100;

const isWhole = (digits: string, isPrefix: boolean): boolean =>
  digits.length <= MOST_DIGITS && digits.length >= (isPrefix ? 1 : LEAST_DIGITS);

/**
 * The entries of a text: a number or a prefix with `*` behind on each line, as people write them, without what follows
 * `#`. Lines count from 1.
 */
export function readListEntries(text: string): { entries: string[]; bad: BadLine[] } {
  const entries = new Set<string>();
  const bad: BadLine[] = [];
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw
      .replace(/^\uFEFF/, '')
      // Also past the ends of lines that are none to a text editor.
      .replace(/#.*/s, '')
      .trim();
    if (line === '') continue;
    const [, digits = '', star = ''] = entry.exec(line.replaceAll(/[\s().-]/g, '')) ?? [];
    if (digits !== '' && isWhole(digits, star !== '')) entries.add(`+${digits}${star}`);
    else bad.push({ line: index + 1, text: line.slice(0, SHOWN_CHARS) });
  }
  return { entries: [...entries], bad };
}
