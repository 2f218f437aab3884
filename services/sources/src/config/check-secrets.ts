import { isItem } from '../domain/fields/field-shapes.ts';
import { isLiteralSecret, literalSecretsOfUrl } from './literal-secrets.ts';
import type { Path } from '@numscope/platform/yaml-lines';

/** What is wrong, and where in the file. */
export interface Fault {
  path: Path;
  message: string;
}

export const SECRET = 'looks like a secret: refer to it as ${env:NAME} or ${file:path}';

/** Every text under a name like a secret's, and every URL with one inside, wherever they stand. */
export function checkSecrets(value: unknown, path: Path, faults: Fault[]): void {
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  if (typeof value === 'string') {
    if (isLiteralSecret(String(name), value)) faults.push({ path, message: SECRET });
    else if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) {
      for (const part of literalSecretsOfUrl(value)) faults.push({ path, message: `${part} ${SECRET}` });
    }
  } else if (Array.isArray(value)) value.forEach((item, index) => checkSecrets(item, [...path, index], faults));
  else if (isItem(value)) for (const [key, inner] of Object.entries(value)) checkSecrets(inner, [...path, key], faults);
}
