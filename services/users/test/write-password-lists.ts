// Writes src/passwords/lists anew, after a new version of the package with the passwords:
// `node services/users/test/write-password-lists.ts`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { passwordLists } from './password-lists.ts';

const folder = new URL('../src/passwords/lists/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(passwordLists())) writeFileSync(new URL(name, folder), text);
