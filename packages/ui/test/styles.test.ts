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

describe('the style sheets', () => {
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

  it('are short enough to be read', () => {
    expect(sheets.filter(([, text]) => text.split('\n').length > 300).map(([file]) => file)).toEqual([]);
  });
});
