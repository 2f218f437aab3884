import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const root = new URL('../../..', import.meta.url).pathname;
const read = (patterns: string[]): [file: string, text: string][] =>
  globSync(patterns, { cwd: root }).map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]);
const sheets = read(['packages/ui/src/**/*.css', 'frontends/*/src/**/*.css']).map(
  ([file, text]) => [file, text.replaceAll(/\/\*[\s\S]*?\*\//g, '')] as const,
);
const sources = read(['packages/ui/src/**/*.{ts,tsx}', 'frontends/*/src/**/*.{ts,tsx}']);
const words = new Set(sources.flatMap(([, text]) => text.match(/[a-z]+(?:-[a-z0-9]+)+/g) ?? []));

const textOf = new Map([...sheets, ...sources]);
const classesOf = (text: string): string[] =>
  [...text.matchAll(/\.([a-z][\w-]+)(?=[^{}]*\{)/g)].map(([, name = '']) => name);
const toFile = (from: string, to: string): string => new URL(to, `file:///${from}`).pathname.slice(1);
/** The files that this one imports by `pattern`. */
const importsOf = (file: string, pattern: RegExp): string[] =>
  [...(textOf.get(file) ?? '').matchAll(pattern)]
    .map(([, to = '']) => toFile(file, to))
    .filter((each) => textOf.has(each));

/** This file and all that comes with it at once. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const next of importsOf(file, /^(?:import|export) (?!type )(?:[^;']*from )?'(\.[^']+)';/gm))
    loadedWith(next, loaded);
  return loaded;
}

/** Of what loads at `entry`, and of what loads later from there: each file with a class whose sheet is not there yet. */
function bareIn(
  entry: string,
  owners: ReadonlyMap<string, ReadonlySet<string>>,
  before: ReadonlySet<string>,
): string[] {
  const own = loadedWith(entry);
  const all = new Set([...before, ...own]);
  const bare = [...own].flatMap((file) =>
    [...new Set(textOf.get(file)?.match(/[a-z]+(?:-[a-z0-9]+)+/g))]
      .filter((name) => !file.endsWith('.css') && owners.has(name))
      .filter((name) => owners.get(name)?.isDisjointFrom(all))
      .map((name) => `${file} ${name}`),
  );
  const later = [...own].flatMap((file) => importsOf(file, /import\('(\.[^']+)'\)/g)).filter((file) => !all.has(file));
  return [...bare, ...later.flatMap((file) => bareIn(file, owners, all))];
}

describe('the style sheets', () => {
  it.each(globSync('frontends/*/src/bootstrap.tsx', { cwd: root }))(
    'are there with what wears them, from %s on',
    (entry) => {
      const shared = new Set(
        sheets.filter(([file]) => file.startsWith('packages/')).flatMap(([, text]) => classesOf(text)),
      );
      const owners = new Map<string, Set<string>>();
      for (const [file, text] of sheets)
        if (file.startsWith(entry.replace(/src\/.*/, '')))
          for (const name of classesOf(text))
            if (!shared.has(name)) owners.set(name, (owners.get(name) ?? new Set()).add(file));
      expect(owners.size).toBeGreaterThan(0);
      expect([...new Set(bareIn(entry, owners, new Set()))]).toEqual([]);
    },
  );

  it('have no class that no component has', () => {
    const unused = sheets.flatMap(([file, text]) =>
      [...text.matchAll(/\.([a-z][\w-]+)(?=[^{}]*\{)/g)]
        .filter(([, name = '']) => !words.has(name))
        .map(([name]) => `${file} ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('have no token that nobody takes', () => {
    const all = [...sheets, ...sources].map(([, text]) => text).join('\n');
    const made = new Set([...all.matchAll(/^\s*(--ns-[\w-]+):/gm)].map(([, name]) => name));
    expect([...made].filter((name) => !all.includes(`var(${name})`))).toEqual([]);
  });

  it('are each imported, by a component or by the one list of the shared ones', () => {
    const imported = new Set(
      sources.flatMap(([file, text]) =>
        [...text.matchAll(/^import '(\.[^']+\.css)';$/gm)].map(([, to = '']) =>
          new URL(to, `file:///${file}`).pathname.slice(1),
        ),
      ),
    );
    expect(sheets.map(([file]) => file).filter((file) => !imported.has(file))).toEqual([]);
  });

  it('keep the elements in which values stand from turning round what stands beside them', () => {
    const [, elements = ''] = sheets.find(([file]) => file.endsWith('/styles/elements.css')) ?? [];
    const [, selectors = ''] = /([^{}]*)\{\s*unicode-bidi: isolate;/.exec(elements) ?? [];
    expect(selectors.split(/[\s,]+/)).toEqual(expect.arrayContaining(['a', 'span', 'strong']));
  });

  // What is said in between, that something is old or could not be loaded, has a sign and buttons with drawings too.
  it('size only the drawings that lie right below, not those of what else comes to stand there', () => {
    const far = sheets.flatMap(([file, text]) =>
      [...text.matchAll(/^\s*([^{}]*[^>\s{}]\s+svg)\s*\{([^{}]*)\}/gm)]
        .filter(([, , rules = '']) => /(?:^|[\s;])(?:width|height):/.test(rules))
        .map(([, selector = '']) => `${file} ${selector.trim()}`),
    );
    expect(far).toEqual([]);
  });

  it('are short enough to be read', () => {
    expect(sheets.filter(([, text]) => text.split('\n').length > 300).map(([file]) => file)).toEqual([]);
  });
});
