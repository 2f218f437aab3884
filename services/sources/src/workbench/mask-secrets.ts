/** Shorter texts are found everywhere by chance. */
const SHORTEST = 6;
const MASK = '***';

/** All spellings in which a secret may stand in a request: as it is, percent-encoded, and in Base64. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret, 'utf8').toString('base64'),
];

/** Takes secrets out of a text that people are shown. `authorization` and `cookie` lose all but their scheme. */
export function secretMask(secrets: readonly string[]): {
  text(text: string): string;
  headers(headers: Readonly<Record<string, unknown>>): Record<string, string>;
} {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap(formsOf)
    .sort((a, b) => b.length - a.length);
  const text = (shown: string): string => forms.reduce((left, form) => left.replaceAll(form, MASK), shown);
  const header = (name: string, value: string): string => {
    if (/^(?:proxy-)?authorization$/i.test(name))
      return value.replace(/^(\S+)\s.*$|^\S+$/s, (_all, scheme?: string) => (scheme ? `${scheme} ${MASK}` : MASK));
    if (/cookie|(?:^|-)(?:api-?)?key$|token|secret/i.test(name)) return MASK;
    return text(value);
  };
  return {
    text,
    headers: (headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, header(name, String(value))])),
  };
}
