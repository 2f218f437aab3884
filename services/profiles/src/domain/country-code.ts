import { fold } from '@numscope/contracts/folding';
import { twoLettersByThree } from './iso-3166.ts';

const LETTERS = 26;
const FIRST = 'A'.charCodeAt(0);
/** The languages in which our sources write. */
const LANGUAGES = ['en', 'ru', 'uz', 'uz-Cyrl', 'es', 'fr', 'pt'];
/** Names of countries in full, and as everybody says them: США, UK. */
const STYLES = ['long', 'short'] as const;

const codesOfToday: ReadonlySet<string> = new Set(twoLettersByThree.values());
let known: Known | undefined;

interface Known {
  /** Codes of two letters by any code in small letters. */
  codes: Map<string, string>;
  /** Codes by names, which are folded: the letters of a name have many accents and apostrophes, and O'zbekiston is Oʻzbekiston. */
  names: Map<string, string>;
}

const namesIn = (language: string, style: (typeof STYLES)[number] = 'long'): Intl.DisplayNames =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'none', style });

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
 * ISO codes by other codes and by the names of countries; what has two letters and the names from the runtime's own
 * tables, made when first needed.
 */
function tables(): Known {
  const codes = new Map([...twoLettersByThree].map(([three, two]) => [three.toLowerCase(), two]));
  const byLetters = regions();
  for (const [written, code] of byLetters) codes.set(written.toLowerCase(), code);
  const names = new Map<string, string>();
  for (const named of STYLES.flatMap((style) => LANGUAGES.map((language) => namesIn(language, style)))) {
    for (const [written, code] of byLetters) {
      const name = fold(named.of(written) ?? '');
      if (name !== '' && !names.has(name)) names.set(name, code);
    }
  }
  return { codes, names };
}

/** The ISO code of a country given as code or name; a text that is neither stays as it is. */
export function countryCode(country: string): string {
  const text = country.trim();
  const code = text.toUpperCase();
  // So nearly all sources write it, and the runtime's own tables take a thread some megabytes.
  if (codesOfToday.has(code)) return code;
  known ??= tables();
  return known.codes.get(text.toLowerCase()) ?? known.names.get(fold(text)) ?? text;
}
