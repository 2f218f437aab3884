import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '../../packages/testing/src/temp-dir.ts';
import { bareEnv, root } from './code.ts';

/** Where `DATA_DIR` names no installation, or nothing at all: then it is `./data` of the folder that one is in. */
it.each(['./mistyped', ''])('says that there is no installation in "%s", and makes none', (dataDir) => {
  const dir = tempDir();
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/faces.ts'), 'count'], {
    cwd: dir.path,
    env: { ...bareEnv, DATA_DIR: dataDir },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`${dataDir || 'data'} holds no installation`.replace('./', '')),
  ]);
  expect(existsSync(join(dir.path, 'mistyped'))).toBe(false);
  expect(readdirSync(dir.path)).toEqual([]);
  dir.remove();
});
