import { globSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { Embedded } from '../../packages/mains/src/settings.ts';
import { processNames, read, root, settingsOf } from './code.ts';

const page = read('docs/distributed.md');

describe('the page about the distributed way', () => {
  it.each(processNames)('tells every setting of %s', (name) => {
    expect(settingsOf(name).filter((setting) => !page.includes(`\`${setting}\``))).toEqual([]);
  });

  it('tells of alerts that there are', () => {
    const { groups } = parse(read('infra/observability/alerts.yml')) as {
      groups: Array<{ rules: Array<{ alert: string }> }>;
    };
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    const told = [...page.matchAll(/`(Numscope\w+)`/g)].map(([, name]) => name ?? '');
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((name) => !alerts.includes(name))).toEqual([]);
  });
});

describe('the page about one process', () => {
  /** The rows of its first table: the names of each, and what it says of their defaults. */
  const rows = [...read('docs/operating.md').matchAll(/^\| (`[A-Z].*?) +\| (.*?) +\|/gm)].map(
    ([, names = '', told = '']) => [[...names.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''), told] as const,
  );

  it('tells every setting, and none that there is not', () => {
    // Those of the provider, and as whom engines are used, stand on pages of their own.
    const elsewhere = /^(?:OIDC_|PUBLIC_URL$|(?:BUS|STORE|SEARCH|BLOB)_(?!URL$))/;
    const told = rows.flatMap(([names]) => names).filter((name) => !elsewhere.test(name));
    const known = Object.keys(Embedded.shape).filter((name) => !elsewhere.test(name));
    expect(told.toSorted()).toEqual(known.toSorted());
  });

  it('tells the defaults that they have', () => {
    const defaults: Record<string, unknown> = Embedded.parse({});
    const isNone = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);
    const wordOf = (value: unknown): string => (isNone(value) ? 'none' : String(value ?? 'embedded'));
    // What the process works out itself is told in words.
    const single = rows.filter(([names, told]) => names.length === 1 && /^[\w./-]+$/.test(told));
    expect(single.length).toBeGreaterThan(30);
    expect(single.map(([[name = '']]) => [name, wordOf(defaults[name])])).toEqual(
      single.map(([[name = ''], told]) => [name, told]),
    );
  });
});

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('{docs,infra,packages,examples}/**/*.md', {
    cwd: root,
    exclude: (path) => /node_modules|\/dist(?:\/|$)/.test(path),
  }),
];

describe('links between pages', () => {
  it.each(pages)('of %s lead to something', (file) => {
    const targets = [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target]) => target ?? '');
    expect(targets.filter((target) => !existsSync(join(root, dirname(file), target)))).toEqual([]);
  });
});

describe('commands on pages', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  it.each(pages)('of %s are there, and run on the Node.js that machines have', (file) => {
    const named = (pattern: RegExp): string[] => [...read(file).matchAll(pattern)].map(([, name]) => name ?? '');
    expect(named(/npm run (?:--silent )?([\w-]+)/g).filter((name) => !(name in scripts))).toEqual([]);
    expect(
      named(/scripts\/run\.mjs ([\w-]+)/g).filter((name) => !existsSync(join(root, `scripts/${name}.ts`))),
    ).toEqual([]);
    // TypeScript needs the repository's own Node.js, which `run.mjs` hands over to; images have it.
    expect(named(/^(?:[A-Z_]+=\S+ )*node ((?:services|gateway|packages|scripts|examples)\/\S+\.ts)/gm)).toEqual([]);
  });
});

describe('the list of decisions', () => {
  it('names every page', () => {
    const list = read('docs/decisions/README.md');
    const pages = globSync('docs/decisions/*.md', { cwd: root }).map((file) => file.split('/').at(-1) ?? file);
    expect(pages.filter((name) => name !== 'README.md' && !list.includes(`(${name})`))).toEqual([]);
  });
});
