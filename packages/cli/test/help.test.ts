import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const bin = join(import.meta.dirname, '../bin/numscope.mjs');

it.each([
  [
    ['backup', '--help'],
    ['--to FOLDER', '--check FOLDER', '--key FILE', '--new-key FILE'],
  ],
  [
    ['restore', '-h'],
    ['--from FOLDER', '--at TIME', '--key FILE', '--replace'],
  ],
  [
    ['audit', 'verify', '--help'],
    ['verify [DATA_DIR]', '--checkpoints PATH', '--public-key FILE'],
  ],
  [['source', 'try', '--help'], ['try NAME --phone']],
  [['source', 'prove', '--help'], ['prove [PRESET] [--live]']],
])('%j tells how the script of the repository is used, and ends well', (words, told) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  for (const text of told) expect(stdout).toContain(text);
});
