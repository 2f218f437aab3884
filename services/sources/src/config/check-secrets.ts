import { visitTexts } from '../domain/json/map-texts.ts';
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
  visitTexts(value, path, (text, at) => {
    const name = at.findLast((part) => typeof part === 'string') ?? '';
    if (isLiteralSecret(name, text)) faults.push({ path: at, message: SECRET });
    else if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
      for (const part of literalSecretsOfUrl(text)) faults.push({ path: at, message: `${part} ${SECRET}` });
  });
}
