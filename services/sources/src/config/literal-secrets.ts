import { hasReference } from './references.ts';

const secretName = /auth(?!or)|token|secret|passw|api[-_]?key|^key$|^x-.*-key$|cookie|credential|session|signature/i;
const secretValue = /^\s*(?:bearer|basic|digest|token)\s+\S/i;
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
