// Lists the files, folders, headings and commands that documents name and that do not exist. Exits 1 when there are any.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import * as z from 'zod';
import { root } from './steps.ts';
import { suiteNames } from './suites.ts';

const elsewhere = ['**/node_modules/**', '**/dist/**', 'data/**', 'backups/**'];
const documents = globSync('**/*.md', { cwd: root, exclude: elsewhere });
const codeNames = new Set(
  globSync('**/*.{ts,tsx,mjs}', { cwd: root, exclude: elsewhere }).map((path) => basename(path)),
);
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** Made by commands, so not in a checkout. */
const made = /^(?:packages\/client\/dist|infra\/k8s\/secrets)(?:\/|$)/;
/** A pattern for several paths, or a path with a name to be filled in. */
const several = /[*{}<>]/;
const folder =
  /^(?:\.ci|bench|docs|e2e|examples|frontends|gateway|infra|packages|patches|scripts|services|standalone)\//;

/** A path in the repository: of a file, of a folder, or as a filter of tests the beginning of one. */
const isThere = (path: string): boolean =>
  existsSync(join(root, path)) || globSync(`${path}*`, { cwd: root }).length > 0;

const knownSuites: ReadonlySet<string> = new Set(suiteNames);
const isCommand = (name: string): boolean => existsSync(join(root, 'scripts', `${name}.ts`));

/** What stands between the backticks of a text and in its blocks of code. */
const codeIn = (text: string): string[] => [...text.matchAll(/```[^]*?```|`[^`\n]+`/g)].map(([code]) => code);

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

function missingPaths(code: string): string[] {
  const words = code.match(/[\w.@/<>{}*-]+/g) ?? [];
  const named = words.map((word) => word.replace(/[./]+$/, '')).filter((word) => !several.test(word));
  return [
    ...named.filter((word) => folder.test(word) && !made.test(word) && !isThere(word)),
    ...named.filter((word) => /^[\w.-]+\.(?:ts|tsx|mjs)$/.test(word) && !codeNames.has(word)),
  ];
}

function missingCommands(code: string): string[] {
  const missing = (start: string, isKnown: (name: string) => boolean): string[] =>
    [...code.matchAll(new RegExp(`${start} ([a-z][\\w-]*)`, 'g'))]
      .filter(([, name = '']) => !isKnown(name))
      .map(([command]) => command);
  return [
    ...missing('run\\.mjs', isCommand),
    ...missing('npm run', (name) => scripts[name] !== undefined),
    ...missing('run\\.mjs suite', (name) => knownSuites.has(name)),
  ];
}

function missingLinks(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  return links
    .filter(([, path = '', anchor]) => {
      const target = path === '' ? document : normalize(join(dirname(document), path));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(join(root, target), 'utf8')).has(anchor);
    })
    .map(([link]) => link.slice(2, -1));
}

for (const document of documents) {
  const text = readFileSync(join(root, document), 'utf8');
  const code = codeIn(text);
  const missing = [...code.flatMap(missingPaths), ...code.flatMap(missingCommands), ...missingLinks(document, text)];
  for (const name of new Set(missing)) {
    console.error(`${document} names ${name}, which there is not`);
    process.exitCode = 1;
  }
}
