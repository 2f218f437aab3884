import { operators } from './keystroke-level.ts';

/**
 * Words a minute that the slowest of most adults read of a text in English that is no story: most read 175 to 300, 238 on average.
 * @source Brysbaert: How many words do we read per minute? A review and meta-analysis of reading rate. Journal of Memory and Language 109 (2019)
 */
const WORDS_A_MINUTE = 175;

/**
 * Seconds a key of what is hardly a word: names in capitals, quotes, braces.
 * @source Card, Moran, Newell (1980), as in keystroke-level.ts: 'typing random letters'
 */
const CODE_KEY = 0.5;

/** What somebody does who follows a document for the first time. */
export interface Walk {
  /** Everything that is read, once each. */
  read: readonly string[];
  /** Lines that are typed; none of them is copied. */
  typed: readonly string[];
  /** Clicks, each with the hand at the keys before and after. */
  clicks: number;
}

/** How long reading and hands take, in seconds; no waiting. */
export function secondsOfWalk({ read, typed, clicks }: Walk): { reading: number; hands: number } {
  const { K, P, B, H, M } = operators;
  const words = read.join(' ').split(/\s+/).filter(Boolean).length;
  const lines = typed.filter((line) => line.trim() !== '');
  const keys = lines.reduce((sum, line) => sum + M + line.length * CODE_KEY + K, 0);
  return { reading: (words / WORDS_A_MINUTE) * 60, hands: keys + clicks * (M + P + 2 * B + 2 * H) };
}
