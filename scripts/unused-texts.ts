// Lists what the catalogues hold and nobody names: texts of the console, messages, codes of errors, limits, settings; and
// texts of one remote that have the same key, of which one would hide the other. Exits 1 when there is any.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

/** Where the entries of a catalogue are declared, and where the code lies that may name them. */
interface Catalogue {
  file: string;
  /** The export of the file; the first one unless said. */
  name?: string;
  users: string[];
  /** Whether a text of code names the entry. */
  names: (code: string, key: string) => boolean;
}

const quoted = (code: string, key: string): boolean => code.includes(`'${key}'`) || inFamily(code, key);
const word = (code: string, key: string): boolean => new RegExp(`\\b${key}\\b`).test(code);

/** `role${role}` names each key that begins with `role`. */
const inFamily = (code: string, key: string): boolean =>
  [...code.matchAll(/`(\w+)\$\{[^`]*`/g)].some(([, start = '']) => key.startsWith(start) && key !== start);

const contracts = 'packages/contracts/src';
const everywhere = ['packages/*/src', 'services/*/src', 'gateway/src', 'standalone/src', 'frontends/*/src'];
const catalogues: Catalogue[] = [
  ...['packages/ui/src/i18n/en.ts', ...globSync('frontends/*/src/texts/{en,*-texts}.ts', { cwd: root })].map(
    (file) => ({
      file,
      users: [`${file.split('/').slice(0, 2).join('/')}/src`, 'packages/ui/src', contracts],
      names: quoted,
    }),
  ),
  { file: `${contracts}/messages.ts`, users: everywhere, names: word },
  { file: `${contracts}/errors.ts`, name: 'errorCatalogue', users: everywhere, names: word },
  { file: `${contracts}/limits.ts`, users: everywhere, names: word },
  { file: 'packages/mains/src/settings.ts', name: 'choices', users: everywhere, names: word },
];

/** The code of some folders, but for the catalogues themselves. */
function codeOf(folders: readonly string[], file: string): string {
  const paths = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  );
  const code = paths.filter((path) => path !== file && !/\/(texts|i18n)\//.test(path));
  return code.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
}

/** Texts of a remote are put together by their keys, whatever file they stand in. */
const remoteOf = (file: string): string | null => /^frontends\/[^/]+\/src\/texts\//.exec(file)?.[0] ?? null;
const ownerOf = new Map<string, string>();

let faults = 0;
const tell = (fault: string): void => {
  console.error(fault);
  faults += 1;
};
for (const { file, name, users, names } of catalogues) {
  const module: Record<string, unknown> = await import(join(root, file));
  const catalogue = name === undefined ? Object.values(module)[0] : module[name];
  if (typeof catalogue !== 'object' || catalogue === null)
    throw new TypeError(`${file} exports no catalogue${name === undefined ? '' : ` ${name}`}`);
  const code = codeOf(users, file);
  for (const key of Object.keys(catalogue)) {
    if (!names(code, key)) tell(`${file}: nobody names ${key}`);
    const remote = remoteOf(file);
    if (remote === null) continue;
    const owner = ownerOf.get(remote + key);
    if (owner !== undefined) tell(`${file}: ${key} is a text of ${owner}, too: one of them hides the other`);
    ownerOf.set(remote + key, file);
  }
}
process.exit(faults > 0 ? 1 : 0);
