import { readFile } from 'node:fs/promises';
import { fold } from './fold-password.ts';
import { SortedLines } from './sorted-lines.ts';

/** How much may stand around or within a known password that does not make it another: `Password!123`. */
const DECORATION_CHARS = 4;
/** Shorter ones stand in too many good passwords; the lists have none. */
export const MIN_CHARS = 4;
/** Longer ones are not in the lists. */
const MAX_CHARS = 20;

const isLetter = (char: string | undefined): boolean => char !== undefined && /[a-z]/.test(char);

/** Every part of `text` that decoration alone stands around, with how much of that there is. */
function* cores(text: string): Iterable<{ core: string; around: number }> {
  for (let from = 0; from + MIN_CHARS <= text.length && (from === 0 || !isLetter(text[from - 1])); from++) {
    for (let to = text.length; to - from >= MIN_CHARS && (to === text.length || !isLetter(text[to])); to--)
      if (to - from <= MAX_CHARS) yield { core: text.slice(from, to), around: text.length - (to - from) };
  }
}

const list = async (file: string): Promise<SortedLines> =>
  new SortedLines(await readFile(new URL(`./lists/${file}`, import.meta.url)));

/**
 * Whether this is one of some 50,000 passwords that attackers try first, in whatever case and simple disguise. The
 * lists are read each time: a password is chosen seldom.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const [most, common] = await Promise.all([list('most-common.txt'), list('common.txt')]);
  const plain = password.toLowerCase();
  const unmarked = plain.replaceAll(/[^a-z0-9]/g, '');
  for (const text of new Set([plain, unmarked])) {
    const marks = plain.length - text.length;
    for (const { core, around } of cores(text)) {
      const folded = fold(core);
      // The most common ones are refused whatever stands around them: `Password!!2026!!`.
      if (most.has(folded)) return true;
      // A part that keeps some of the decoration is not the word that was decorated: `sunrise2` of `Sunrise!2026`.
      const isWord = around === 0 || (isLetter(core[0]) && isLetter(core.at(-1)));
      if (isWord && around + marks <= DECORATION_CHARS && common.has(folded)) return true;
    }
  }
  return false;
}
