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
