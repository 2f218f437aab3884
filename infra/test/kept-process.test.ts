import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { askUntil } from '../../packages/testing/src/ask-until.ts';
import { KeptProcess } from '../../scripts/distributed/kept-process.ts';
import { root } from './code.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'numscope-kept-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

/** A process that says when it listens and ends on SIGTERM, and what is said of it. */
function keptIn(folder: string, { main, env = {} }: { main: string; env?: Record<string, string | undefined> }) {
  const file = join(dir, 'main.ts');
  writeFileSync(
    file,
    `process.send?.('listens'); process.once('SIGTERM', () => process.exit(0)); setInterval(() => 0, 1000); ${main}`,
  );
  const said: string[] = [];
  const terminal = { write: (line: string) => void said.push(line) };
  const kept = new KeptProcess(
    { name: 'jobs', label: 'jobs-1', url: 'http://127.0.0.1:9', main: file, env },
    join(folder, 'jobs-1.pid'),
    { out: terminal, err: terminal, width: 6 },
  );
  return { kept, said };
}

it('tries again to begin a process for which the system has no room', async () => {
  // More than the system gives one to.
  const env: Record<string, string | undefined> = { TOO_MUCH: 'x'.repeat(1024 * 1024) };
  const { kept, said } = keptIn(dir, { main: '', env });
  kept.begin();
  expect(said).toEqual([expect.stringMatching(/^jobs-1 ended \(spawn E2BIG\); it is begun again in 0\.5 s\n$/)]);
  delete env['TOO_MUCH'];
  await askUntil(() => kept.listens);
  await kept.end();
  expect(kept.listens).toBe(false);
});

it('begins and keeps a process whose number it cannot write down', async () => {
  const folder = join(dir, 'run');
  mkdirSync(folder);
  const { kept, said } = keptIn(folder, {
    main: "process.once('SIGUSR2', () => process.exit(3)); console.log(process.pid);",
  });
  kept.begin();
  const pids = () => said.flatMap((line) => /^jobs-1 \| (\d+)\n$/.exec(line)?.[1] ?? []);
  await askUntil(() => kept.listens && pids().length === 1);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'no folder');
  process.kill(Number(pids()[0]), 'SIGUSR2');
  await askUntil(() => kept.listens && pids().length === 2);
  await kept.end();
  expect(said).toContainEqual(expect.stringMatching(/^The number of jobs-1 in the system cannot be kept: .*ENOTDIR/));
});

/** All of them, on engines that are not there. @param stdout where they say what they do */
function beginAll(stdout: 'pipe' | number) {
  const env = {
    ...process.env,
    BUS_URL: 'kafka://127.0.0.1:9',
    STORE_URL: 'mongodb://127.0.0.1:9/numscope',
    SEARCH_URL: 'http://127.0.0.1:9',
    BLOB_URL: 's3+http://key:secret@127.0.0.1:9/numscope',
    DATA_DIR: join(dir, 'data'),
    PORT: '0',
  };
  const all = spawn(process.execPath, [join(root, 'scripts/distributed.ts')], {
    stdio: ['ignore', stdout, 'pipe'],
    env,
  });
  return { all, ended: once(all, 'exit') };
}

it('ends all of them in order when nobody reads any more what they say, as by a fault', async () => {
  const { all, ended } = beginAll('pipe');
  for (const stream of [all.stdout, all.stderr]) stream?.destroy();
  expect(await ended).toEqual([1, null]);
  const run = join(dir, 'data/run');
  expect([existsSync(run), readdirSync(run)]).toEqual([true, []]);
});

it('goes on when what they say cannot be written, and says so', async () => {
  const log = join(dir, 'log');
  writeFileSync(log, '');
  const refusing = openSync(log, 'r');
  const { all, ended } = beginAll(refusing);
  closeSync(refusing);
  let said = '';
  all.stderr?.on('data', (chunk: Buffer) => (said += String(chunk)));
  await askUntil(() => said.includes('What the processes say cannot be written (EBADF'));
  all.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
