import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from '@jest/globals';

const bin = join(import.meta.dirname, '../bin/numscope.mjs');
const main = join(import.meta.dirname, '../src/main.ts');

const script = (name: string): string => join(import.meta.dirname, `../../../scripts/${name}.ts`);
/** Where there is nothing: no trail, no backup. */
const nowhere = join(import.meta.dirname, 'nowhere');
const folder = mkdtempSync(join(tmpdir(), 'numscope-pipe-'));
const key = join(folder, 'key.pem');
writeFileSync(key, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['the command', [main, 'completion', 'zsh'], 1],
  ['a script of the repository', [script('source'), 'presets'], 1],
  // Not as a trail that is broken.
  ['the check of the audit trail', [script('audit'), 'public-key', '--public-key', key], 2],
])('%s ends without a word when nobody reads on what it writes', async (_what, words, ends) => {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([said, code]).toEqual(['', ends]);
});

it.each([
  [['audit', 'verify', nowhere], 2],
  [['backup', '--check', nowhere], 1],
  [['restore', '--from', nowhere], 1],
] as const)('%j ends where nobody reads on what goes wrong', async ([name, ...words], ends) => {
  const env = { ...process.env, DATA_DIR: nowhere };
  const child = spawn(process.execPath, [script(name), ...words], { stdio: ['ignore', 'pipe', 'pipe'], env });
  child.stderr.destroy();
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect([said, code]).toEqual(['', ends]);
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

it('ends as a shell tells it of a signal where a script of the repository works', async () => {
  const silent = createTcpServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const STORE_URL = `mongodb://127.0.0.1:${(silent.address() as AddressInfo).port}/numscope`;
  const child = spawn(process.execPath, [bin, 'audit', 'verify'], {
    stdio: 'ignore',
    env: { ...process.env, STORE_URL },
  });
  const [socket] = await once(silent, 'connection');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([143, null]);
  socket.destroy();
  silent.close();
});
