const LETTERS = 26;
const FIRST = 'A'.charCodeAt(0);

let codes: Map<string, string> | undefined;

/**
 * Country names in the languages our sources write, to their ISO codes; made from the runtime's own tables when first
 * needed.
 */
function codesByName(): Map<string, string> {
  const byName = new Map<string, string>();
  for (const language of ['en', 'ru', 'uz', 'es', 'fr', 'pt']) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (let index = 0; index < LETTERS * LETTERS; index++) {
      const code = String.fromCharCode(FIRST + Math.floor(index / LETTERS), FIRST + (index % LETTERS));
      const name = names.of(code)?.toLowerCase();
      if (name && !byName.has(name)) byName.set(name, code);
    }
  }
  return byName;
}

/** The ISO code of a country given as code or name; a text that is neither stays as it is. */
export function countryCode(country: string): string {
  const text = country.trim();
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase();
  codes ??= codesByName();
  return codes.get(text.toLowerCase()) ?? text;
}
