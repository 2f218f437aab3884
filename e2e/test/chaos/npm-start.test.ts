import { afterAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { freePort, newDataDir, root } from '../../src/product/installation.ts';

const dataDir = newDataDir();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');

it('leaves nothing beside npm but the product itself, which ends in order with it', async () => {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(await freePort()), DATA_DIR: dataDir },
  });
  const ended = once(npm, 'exit');
  try {
    let printed = '';
    for await (const text of npm.stderr) {
      printed += String(text);
      if (printed.includes('Numscope is ready at')) break;
    }
    expect(printed).toMatch(/First administrator: admin {2}password: \S+/);
    const below = childrenOf(npm.pid ?? 0);
    expect(below.map(commandOf)).toEqual([expect.stringMatching(/standalone\/src\/main\.ts $/)]);
    expect(below.flatMap(childrenOf)).toEqual([]);
    npm.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    if (npm.exitCode === null)
      for (const pid of [...childrenOf(npm.pid ?? 0), npm.pid ?? 0]) process.kill(pid, 'SIGKILL');
  }
});
