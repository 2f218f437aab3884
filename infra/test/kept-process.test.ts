import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { askUntil } from '../../packages/testing/src/ask-until.ts';
import { KeptProcess } from '../../scripts/distributed/kept-process.ts';
import { root } from './code.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'numscope-kept-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

it('tries again to begin a process for which the system has no room', async () => {
  const main = join(dir, 'main.ts');
  writeFileSync(
    main,
    "process.send?.('listens'); process.once('SIGTERM', () => process.exit(0)); setInterval(() => 0, 1000);",
  );
  // More than the system gives one to.
  const env: Record<string, string | undefined> = { TOO_MUCH: 'x'.repeat(1024 * 1024) };
  const kept = new KeptProcess(
    { name: 'jobs', label: 'jobs-1', url: 'http://127.0.0.1:9', main, env },
    join(dir, 'jobs-1.pid'),
    6,
  );
  const said: string[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  kept.begin();
  expect(said).toEqual([expect.stringMatching(/^jobs-1 ended \(spawn E2BIG\); it is begun again in 0\.5 s\n$/)]);
  delete env['TOO_MUCH'];
  await askUntil(() => kept.listens);
  await kept.end();
  expect(kept.listens).toBe(false);
});

it('ends all of them in order when nobody reads any more what they say', async () => {
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
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  const ended = once(all, 'exit');
  for (const stream of [all.stdout, all.stderr]) stream.destroy();
  expect(await ended).toEqual([0, null]);
  const run = join(dir, 'data/run');
  expect([existsSync(run), readdirSync(run)]).toEqual([true, []]);
});
