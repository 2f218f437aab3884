import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { stagingOf } from '../src/backup/kept/staging.ts';

const child = fileURLToPath(new URL('./staging-child.ts', import.meta.url));

/** How a backup ended that works in its staging until then, and whether anything of it is left. */
async function endedBy(signal: NodeJS.Signals | null): Promise<{ code: number | null; isLeft: boolean }> {
  const dir = tempDir();
  const args = [child, dir.path, ...(signal === null ? ['a wild fault'] : [])];
  const backup = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(backup, 'exit') as Promise<[number | null]>;
  await once(backup.stdout, 'data');
  expect(signal === null || existsSync(join(stagingOf(dir.path), 'jobs.sqlite'))).toBe(true);
  if (signal !== null) backup.kill(signal);
  const [code] = await ended;
  const isLeft = existsSync(stagingOf(dir.path));
  dir.remove();
  return { code, isLeft };
}

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('leaves nothing of the moment in clear text on %s', async (signal, code) => {
  expect(await endedBy(signal)).toEqual({ code, isLeft: false });
});

it('leaves nothing of it after a fault that nobody caught', async () => {
  expect(await endedBy(null)).toEqual({ code: 1, isLeft: false });
});
