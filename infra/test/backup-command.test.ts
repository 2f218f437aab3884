import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '../../packages/testing/src/temp-dir.ts';
import { bareEnv, root } from './code.ts';

/** How a command ends in a folder that is empty but for `notes`. In its words, `HERE` is that folder. */
function run(command: string, words: readonly string[]) {
  const dir = tempDir();
  writeFileSync(join(dir.path, 'notes'), 'no key\n');
  const args = [join(root, `scripts/${command}.ts`), ...words.map((word) => word.replace('HERE', dir.path))];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...bareEnv, DATA_DIR: join(dir.path, 'data') },
    encoding: 'utf8',
    timeout: 60_000,
  });
  dir.remove();
  return { status, stderr };
}

it.each([
  ['backup', ['--check', 'HERE'], /^Not all is as it was written: /],
  ['restore', ['--from', 'HERE'], /^It is not restored: /],
])('ends with 1 where it was asked rightly and cannot be: %s %j', (command, words, says) => {
  expect(run(command, words)).toEqual({ status: 1, stderr: expect.stringMatching(says) });
});

it.each([
  ['backup', [], 'say one of'],
  ['backup', ['--bogus'], '--bogus'],
  ['backup', ['--to', 'HERE', '--key', 'HERE'], '--key'],
  ['backup', ['--to', 'HERE/backup'], 'DATA_DIR: there is no folder'],
  ['backup', ['--to', 'HERE/backups', '--encrypt', 'HERE/notes'], '--encrypt'],
  ['backup', ['--check', 'HERE', '--key', 'HERE/notes'], '--key'],
  ['backup', ['--new-key', 'HERE/notes'], '--new-key'],
  ['restore', [], 'say --from'],
  ['restore', ['--from', 'HERE', '--at', 'monday'], '--at'],
  ['restore', ['--from', 'HERE', '--key', 'HERE/notes'], '--key'],
])('ends with 2 where it is asked wrongly: %s %j', (command, words, says) => {
  const { status, stderr } = run(command, words);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^The settings are not right:\n/) });
  expect(stderr).toContain(`  - ${says}`);
});
