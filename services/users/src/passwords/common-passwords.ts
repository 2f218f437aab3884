import { fold } from './fold-password.ts';

/** How much may stand around or within a known password that does not make it another: `Password!123`. */
const DECORATION_CHARS = 4;
/** Of the most common ones none is left, however much stands around it: `Password!!2026!!`. */
const MOST_COMMON = 500;
/** Shorter ones stand in too many good passwords. */
const MIN_CHARS = 4;
/** Longer ones are not in the list. */
const MAX_CHARS = 20;

/** Known passwords as `fold` makes them, by their place: 0 is the most common. */
type Places = ReadonlyMap<string, number>;

let loaded: Promise<Places> | undefined;

async function load(): Promise<Places> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const places = new Map<string, number>();
  for (const [place, password] of dictionary['passwords-common'].entries()) {
    const folded = fold(password);
    if (folded.length >= MIN_CHARS && !places.has(folded)) places.set(folded, place);
  }
  return places;
}

const isLetter = (char: string | undefined): boolean => char !== undefined && /[a-z]/.test(char);

/** Every part of `text` that decoration alone stands around, with how much of that there is. */
function* cores(text: string): Iterable<{ core: string; around: number }> {
  for (let from = 0; from + MIN_CHARS <= text.length && (from === 0 || !isLetter(text[from - 1])); from++) {
    for (let to = text.length; to - from >= MIN_CHARS && (to === text.length || !isLetter(text[to])); to--)
      if (to - from <= MAX_CHARS) yield { core: text.slice(from, to), around: text.length - (to - from) };
  }
}

/**
 * Whether this is one of some 50,000 passwords that attackers try first, in whatever case and simple disguise. The list
 * is loaded when first asked.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const places = await (loaded ??= load());
  const plain = password.toLowerCase();
  const unmarked = plain.replaceAll(/[^a-z0-9]/g, '');
  for (const text of new Set([plain, unmarked])) {
    const marks = plain.length - text.length;
    for (const { core, around } of cores(text)) {
      const place = places.get(fold(core)) ?? Infinity;
      // A part that keeps some of the decoration is not the word that was decorated: `sunrise2` of `Sunrise!2026`.
      const isWord = around === 0 || (isLetter(core[0]) && isLetter(core.at(-1)));
      if (place < MOST_COMMON || (place < Infinity && isWord && around + marks <= DECORATION_CHARS)) return true;
    }
  }
  return false;
}
