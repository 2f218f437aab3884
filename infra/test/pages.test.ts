import { globSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
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

describe('links between pages', () => {
  it.each([
    'README.md',
    'CONTRIBUTING.md',
    ...globSync('{docs,infra}/**/*.md', { cwd: root, exclude: (path) => path.includes('node_modules') }),
  ])('of %s lead to something', (file) => {
    const targets = [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target]) => target ?? '');
    expect(targets.filter((target) => !existsSync(join(root, dirname(file), target)))).toEqual([]);
  });
});

describe('the list of decisions', () => {
  it('names every page', () => {
    const list = read('docs/decisions/README.md');
    const pages = globSync('docs/decisions/*.md', { cwd: root }).map((file) => file.split('/').at(-1) ?? file);
    expect(pages.filter((name) => name !== 'README.md' && !list.includes(`(${name})`))).toEqual([]);
  });
});
