import { hasReference } from './references.ts';
import type { Path } from '@numscope/platform/yaml-lines';

const secretName = /auth(?!or)|token|secret|passw|api[-_]?key|^key$|-key$|cookie|credential|session|signature/i;
const secretValue = /^\s*(?:bearer|basic|digest|token)\s+\S/i;
/** Names below `auth` whose values are no secrets: they say who asks. */
const openNames: ReadonlySet<string> = new Set([
  'type',
  'user',
  'name',
  'header',
  'scope',
  'algorithm',
  'over',
  'tokenUrl',
]);
const placeholder = /\{(?:e164s?|phones?|national|country|next)\}/;

/** Whether a value under this name looks like a secret that was written into the file instead of referred to. */
export function isLiteralSecret(name: string, value: string): boolean {
  if (value === '' || hasReference(value) || placeholder.test(value)) return false;
  return secretName.test(name) || secretValue.test(value);
}

/** The names of a URL's parts that look like literal secrets: its user part, and parameters of its query. */
export function literalSecretsOfUrl(url: string): string[] {
  const found: string[] = [];
  const user = /^[a-z][a-z0-9+.-]*:\/\/([^/@]*)@/i.exec(url)?.[1];
  if (user !== undefined && user !== '' && !hasReference(user)) found.push('user');
  const query = url.split('?', 2)[1]?.split('#', 1)[0] ?? '';
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=', 2);
    if (isLiteralSecret(name, value)) found.push(name);
  }
  return found;
}

const parameter = /[?&]([^=&#]+)=[^&#]*/g;
/** In the name of a reference, or of what stands in a body, these too say that it is secret. */
const alsoSecret = /pass|pwd|key|pin(?![a-z])|bearer|jwt|sign/i;
/** What a reference within a body's text is the value of: `"name": "`, `name=` or `<name>` before it. */
const nameBefore = /(?:"([^"\\]{1,64})"\s*:\s*"?|(?:^|[&?\s])([^=&?\s"<>]{1,64})=|<([\w:.-]{1,64})[^<>]*>)[^"&<>{}]*$/;

const isSecretByName = (name: string): boolean => secretName.test(name) || alsoSecret.test(name);

/** Of a body nobody else knows what is secret: what its name calls one; what has no name; what comes out of a file. */
function secretsInBody(path: Path, text: string): (reference: string, offset: number) => boolean {
  const below = path.slice(path.indexOf('body') + 1).filter((part) => typeof part === 'string');
  const key = below.findLast((part) => part !== 'forEach' && part !== 'form');
  return (reference, offset) => {
    const found = nameBefore.exec(text.slice(0, offset));
    const name = found?.[1] ?? found?.[2] ?? found?.[3] ?? key;
    return name === undefined || reference.startsWith('${file:') || isSecretByName(name);
  };
}

/**
 * Which of a text's references are secrets, by where they stand or by what they are called: only those are taken out of
 * what providers send back. A city that came out of the environment is none, and stays in their answers.
 * @returns whether this reference (`${env:NAME}`), at this offset, is one
 */
export function secretsIn(path: Path, text: string): (reference: string, offset: number) => boolean {
  const names = path.filter((part) => typeof part === 'string');
  const name = names.at(-1) ?? '';
  const always = (isSecret: boolean) => (): boolean => isSecret;
  // Some providers take the key as the user's name.
  if (names.includes('auth') && name !== 'auth') return openNames.has(name) ? isSecretByName : always(true);
  // In an address that begins with a reference a secret may stand anywhere.
  const isOpaque = names[0] === 'proxies' || (name === 'url' && /^\s*\$\{/.test(text));
  if (isOpaque || secretName.test(name) || secretValue.test(text)) return always(true);
  const userEnd = /^[a-z][a-z0-9+.-]*:\/\/[^/]*@/i.exec(text)?.[0].length ?? 0;
  const spans = [...text.matchAll(parameter)]
    .filter(([, called = '']) => secretName.test(called))
    .map(({ index, 0: whole }) => ({ begin: index, end: index + whole.length }));
  const inBody = names.includes('body') ? secretsInBody(path, text) : always(false);
  return (reference, offset) =>
    isSecretByName(reference) ||
    offset < userEnd ||
    spans.some(({ begin, end }) => offset >= begin && offset < end) ||
    inBody(reference, offset);
}
