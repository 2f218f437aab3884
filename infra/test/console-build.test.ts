import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { shared } from '../../scripts/build.ts';
import { read, root } from './code.ts';

it('builds the console anew when any package changes that it takes something of', () => {
  const sources = globSync('{frontends/*,packages/{ui,client,contracts}}/src/**/*.{ts,tsx}', { cwd: root });
  const taken = new Set(
    sources.flatMap((file) => [...read(file).matchAll(/from '@numscope\/([\w-]+)/g)].map(([, name]) => name ?? '')),
  );
  expect([...taken].filter((name) => !shared.includes(`packages/${name}/src`))).toEqual([]);
  expect(taken.size).toBeGreaterThan(2);
});
