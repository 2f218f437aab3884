import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { preloadLinks } from '../src/console/preloads.ts';

it('leaves out what a part does not say, and tells the log where it cannot be read', async () => {
  const { path: consoleDir } = tempDir();
  const warned: unknown[] = [];
  const log = { warn: (about: unknown) => void warned.push(about) };
  expect((await preloadLinks(consoleDir, log))('/login')).toBe('');
  expect(warned).toEqual([]);

  const file = join(consoleDir, 'shell', 'dist', 'preloads.json');
  await mkdir(join(consoleDir, 'shell', 'dist'), { recursive: true });
  await writeFile(file, '{"boot":["b.js"');
  expect((await preloadLinks(consoleDir, log))('/login')).toBe('');
  expect(warned).toEqual([{ file, reason: expect.stringContaining('JSON') }]);
});

it('names the schemas of later calls where the part of a path begins with them', async () => {
  const { path: consoleDir } = tempDir();
  const parts = {
    shell: { boot: ['boot.js'], login: ['login.js'], console: ['console.js'], later: ['later.js'] },
    'jobs-mfe': { remote: ['jobs.js'] },
    'results-mfe': { remote: ['results.js'] },
  };
  for (const [part, said] of Object.entries(parts)) {
    await mkdir(join(consoleDir, part, 'dist'), { recursive: true });
    await writeFile(join(consoleDir, part, 'dist', 'preloads.json'), JSON.stringify(said));
  }
  const linksOf = await preloadLinks(consoleDir, { warn: () => undefined });
  const filesOf = (path: string): string[] => [...linksOf(path).matchAll(/(\w+)\.js/g)].map(([, name = '']) => name);
  expect(filesOf('/login')).toEqual(['boot', 'login']);
  expect(filesOf('/ext')).toEqual(['boot', 'console', 'jobs']);
  expect(filesOf('/ext/results')).toEqual(['boot', 'console', 'later', 'results']);
});
