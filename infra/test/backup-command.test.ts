import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '../../packages/testing/src/temp-dir.ts';
import { root } from './code.ts';

it.each([
  ['--check', /^Not all is as it was written: /],
  ['--to', /^The settings are not right:\n.*DATA_DIR: there is no folder/],
])('says of %s in its own words what went wrong', (word, says) => {
  const dir = tempDir();
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/backup.ts'), word, dir.path], {
    env: { PATH: process.env['PATH'], DATA_DIR: join(dir.path, 'data') },
    encoding: 'utf8',
    timeout: 60_000,
  });
  dir.remove();
  expect(status).toBe(1);
  expect(stderr).toMatch(says);
});
