/** As many digits in a row as a phone has: ITU-T E.164 allows 15, and the shortest in use have 5 with their country code. */
const DIGITS = /(?<!\d)\d{5,15}(?!\d)/g;
/** A character that JSON writes by its number, whose digits belong to no phone. */
const ESCAPED = /\\u[0-9a-f]{4}/gi;

/**
 * The phones that an entry names, for both stores: each run of 5 to 15 digits of the details or the arguments, digits
 * alone, each once. Part of a longer run is none.
 * @param args as the JSON text that is kept
 */
export function phonesIn(details: string, args: string): string[] {
  const found = `${details}\n${args.replaceAll(ESCAPED, ' ')}`.match(DIGITS);
  return found ? [...new Set(found)] : [];
}
