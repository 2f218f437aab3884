import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The private keys of all files below a folder: in which file each stands, and its base64. */
export function privateKeysIn(dir: string): Array<{ file: string; key: string }> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:pem|key)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/-----BEGIN PRIVATE KEY-----\n([^-]+)\n-----END/g)].map(
      ([, body = '']) => ({
        file: relative(dir, path),
        key: body,
      }),
    ),
  );
}
