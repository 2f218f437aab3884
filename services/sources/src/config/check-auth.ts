import { isItem } from '../domain/fields/field-shapes.ts';
import { placeholdersOf } from '../domain/template.ts';
import { signedParts } from '../connectors/http/auth/hmac.ts';
import { checkSecrets, type Fault, SECRET } from './check-secrets.ts';
import { literalSecretsOfUrl } from './literal-secrets.ts';
import { hasReference, withoutReferences } from './references.ts';
import type { Path } from '@numscope/platform/yaml-lines';

/** The parts of each type that must never be written out. */
const secretParts: Readonly<Record<string, readonly string[]>> = {
  basic: ['password'],
  bearer: ['token'],
  header: ['value'],
  query: ['value'],
  oauth2: ['clientSecret'],
  hmac: ['secret'],
  certificate: ['key', 'passphrase'],
};

const parts: ReadonlySet<string> = new Set(signedParts);

function checkSignature(auth: Readonly<Record<string, unknown>>, path: Path, faults: Fault[]): void {
  const { over, value, headers } = auth;
  const check = (text: unknown, at: Path, also: string): void => {
    if (typeof text !== 'string') return;
    for (const name of placeholdersOf(withoutReferences(text)))
      if (!parts.has(name) && name !== also)
        faults.push({
          path: at,
          message: `{${name}} is not known: ${signedParts.map((one) => `{${one}}`).join(', ')} are`,
        });
  };
  check(over, [...path, 'over'], '');
  check(value, [...path, 'value'], 'signature');
  if (typeof value === 'string' && !value.includes('{signature}'))
    faults.push({ path: [...path, 'value'], message: 'must hold {signature}' });
  if (isItem(headers)) for (const [name, text] of Object.entries(headers)) check(text, [...path, 'headers', name], '');
}

/** What proves who asks: its secrets are references, and a signature is made of what there is. */
export function checkAuth(auth: unknown, path: Path, faults: Fault[]): void {
  if (!isItem(auth)) return;
  const type = String(auth['type']);
  const secrets = Object.hasOwn(secretParts, type) ? (secretParts[type] ?? []) : [];
  for (const name of secrets) {
    const value = auth[name];
    if (typeof value === 'string' && value !== '' && !hasReference(value))
      faults.push({ path: [...path, name], message: SECRET });
  }
  const { tokenUrl, headers } = auth;
  for (const part of typeof tokenUrl === 'string' ? literalSecretsOfUrl(tokenUrl) : [])
    faults.push({ path: [...path, 'tokenUrl'], message: `${part} ${SECRET}` });
  checkSecrets(headers, [...path, 'headers'], faults);
  if (type === 'hmac') checkSignature(auth, path, faults);
}
