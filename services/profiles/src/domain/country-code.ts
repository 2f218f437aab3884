import { twoLettersByThree } from './iso-3166.ts';

const LETTERS = 26;
const FIRST = 'A'.charCodeAt(0);
/** In which our sources write. */
const LANGUAGES = ['en', 'ru', 'uz', 'es', 'fr', 'pt'];

const codesOfToday: ReadonlySet<string> = new Set(twoLettersByThree.values());
let codes: Map<string, string> | undefined;

const namesIn = (language: string): Intl.DisplayNames =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });

/** Codes of two letters that stand for a country, each with the one of today: UK is GB, DD is DE. */
function regions(): Map<string, string> {
  const names = namesIn('en');
  const found = new Map<string, string>();
  for (let index = 0; index < LETTERS * LETTERS; index++) {
    const written = String.fromCharCode(FIRST + Math.floor(index / LETTERS), FIRST + (index % LETTERS));
    if (names.of(written) !== undefined) found.set(written, new Intl.Locale(`und-${written}`).region ?? written);
  }
  return found;
}

/**
 * Names and codes of countries in small letters to their ISO codes; what has two letters and the names from the runtime's
 * own tables, made when first needed.
 */
function codesByText(): Map<string, string> {
  const found = new Map([...twoLettersByThree].map(([three, two]) => [three.toLowerCase(), two]));
  const byLetters = regions();
  for (const [written, code] of byLetters) found.set(written.toLowerCase(), code);
  for (const names of LANGUAGES.map(namesIn)) {
    for (const [written, code] of byLetters) {
      const name = names.of(written)?.toLowerCase();
      if (name && !found.has(name)) found.set(name, code);
    }
  }
  return found;
}

/** The ISO code of a country given as code or name; a text that is neither stays as it is. */
export function countryCode(country: string): string {
  const text = country.trim();
  const code = text.toUpperCase();
  // So nearly all sources write it, and the runtime's own tables take a thread some megabytes.
  if (codesOfToday.has(code)) return code;
  codes ??= codesByText();
  return codes.get(text.toLowerCase()) ?? text;
}
