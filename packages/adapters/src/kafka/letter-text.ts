import type { DeadLetter } from '@numscope/platform';

/** Most that one character of a text takes as JSON: \u0000. */
const MOST_CHAR_BYTES = 6;
/** What stands around an event: its reason is the longest part. */
const AROUND_BYTES = 16 * 1024;

/** A letter as it is kept: of an event that it has no room for the beginning, with its key. */
export function letterText(letter: DeadLetter, mostBytes: number): string {
  const text = JSON.stringify(letter);
  if (Buffer.byteLength(text) <= mostBytes) return text;
  const chars = Math.max(0, Math.trunc((mostBytes - AROUND_BYTES) / MOST_CHAR_BYTES));
  const reason = `${letter.reason}; of its ${letter.json.length} characters the first ${chars} are kept`;
  return JSON.stringify({ ...letter, reason, json: letter.json.slice(0, chars).toWellFormed() });
}
