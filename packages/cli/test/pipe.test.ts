import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';

const bin = join(import.meta.dirname, '../bin/numscope.mjs');
const main = join(import.meta.dirname, '../src/main.ts');

it.each([
  ['the command', [main, 'completion', 'zsh']],
  ['a script of the repository', [join(import.meta.dirname, '../../../scripts/source.ts'), 'presets']],
])('%s ends without a word when nobody reads on what it writes', async (_what, words) => {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([said, code]).toEqual(['', 1]);
});

// Linux alone has a disk that is always full.
(process.platform === 'linux' ? it : it.skip)('says that nothing can be written where the disk is full', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [main, 'completion', 'zsh'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  const [said, [code]] = await Promise.all([text(child.stderr ?? Readable.from([])), once(child, 'exit')]);
  expect([said, code]).toEqual(['The answer cannot be written: ENOSPC: no space left on device, write\n', 1]);
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('ends as a shell tells it of %s', async (signal, code) => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const NUMSCOPE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { ...process.env, NUMSCOPE_URL, NUMSCOPE_KEY: 'k' };
  const child = spawn(process.execPath, [bin, 'job', 'show', '7'], { stdio: 'ignore', env });
  await once(server, 'request');
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([code, null]);
  server.closeAllConnections();
  server.close();
});
