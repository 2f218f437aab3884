/** What the trigram index is given of an entry. */
export const searchableText = (details: string, args: string): string => `${details}\n${args}`.toLowerCase();

/** A text as it stands inside a JSON text. */
const insideJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Whether a lower-case text stands in the details, or in the arguments as their JSON has it. */
export function hasText(details: string, args: string, text: string): boolean {
  if (details.toLowerCase().includes(text)) return true;
  const json = args.toLowerCase();
  return json.includes(text) || json.includes(insideJson(text));
}

/** All runs of three letters of a text, each once. */
export function trigramsOf(text: string): string[] {
  const letters = [...text];
  return [...new Set(letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`))];
}

/** A text as the details have it, and as the arguments do. */
export const writtenWays = (text: string): string[] => [...new Set([text, insideJson(text)])];

const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

/** An FTS5 query for all of them. */
export const allOf = (trigrams: readonly string[]): string => trigrams.map(quoted).join(' AND ');

/** An FTS5 query for any of them. */
export const anyOf = (trigrams: readonly string[]): string => trigrams.map(quoted).join(' OR ');
