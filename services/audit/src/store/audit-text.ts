/** What the trigram index is given of an entry. */
export const searchableText = (details: string, args: string): string => `${details}\n${args}`.toLowerCase();

/** A user's name as it is compared: as SQLite's NOCASE, the letters A to Z in any case. */
export const foldName = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A text as it stands inside a JSON text. */
export const insideJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Whether a lower-case text stands in the details, or in the arguments as their JSON has it. */
export function hasText(details: string, args: string, text: string): boolean {
  if (details.toLowerCase().includes(text)) return true;
  const json = args.toLowerCase();
  return json.includes(text) || json.includes(insideJson(text));
}

/**
 * All runs of three letters of a text, or null when the trigram index cannot help: too short, or written otherwise
 * inside JSON.
 */
export function trigramsOf(text: string): string[] | null {
  const letters = [...text];
  if (letters.length < 3 || insideJson(text) !== text) return null;
  return [...new Set(letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`))];
}

/** An FTS5 query for all of them. */
export const allOf = (trigrams: readonly string[]): string =>
  trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
