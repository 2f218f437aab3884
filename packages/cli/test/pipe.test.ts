import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';

const main = join(import.meta.dirname, '../src/main.ts');

it('ends without a word when nobody reads on what it writes', async () => {
  const child = spawn(process.execPath, [main, 'completion', 'zsh'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([said, code]).toEqual(['', 1]);
});

// Linux alone has a disk that is always full.
(process.platform === 'linux' ? it : it.skip)('says that nothing can be written where the disk is full', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [main, 'completion', 'zsh'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([said, code]).toEqual(['The answer cannot be written: ENOSPC: no space left on device, write\n', 1]);
});
