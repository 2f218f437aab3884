import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { LoginAnswer } from '../packages/contracts/src/index.ts';
import beginning from '../standalone/process.json' with { type: 'json' };
import { root } from './steps.ts';

/** Longer than a start takes on a slow machine. */
const LONGEST_MS = 120_000;
const account = { username: 'warm', password: 'Heron.Lagoon_41' };

async function uploadOne(url: string): Promise<void> {
  const post = async (path: string, body: BodyInit, headers: Record<string, string>): Promise<unknown> =>
    (await fetch(url + path, { method: 'POST', body, headers })).json();
  const login = await post('/api/auth/login', JSON.stringify(account), { 'content-type': 'application/json' });
  const form = new FormData();
  form.set('name', 'warm-up');
  form.set('file', new Blob(['998901234567\n']), 'phones.csv');
  await post('/api/v2/job/file', form, { authorization: `Bearer ${LoginAnswer.parse(login).accessToken}` });
}

/** Where the product is ready. @throws Error with what it said when it ends before */
async function urlOf(stderr: Readable): Promise<string> {
  let said = '';
  for await (const text of stderr) {
    said += String(text);
    const url = /ready at (\S+)\n/.exec(said)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`it ended before it was ready: ${said.trim()}`);
}

/**
 * Runs the product for a moment on a folder of its own and uploads one phone, so that all its modules come into the
 * compile cache: a start without it carries the remover of types in each of its threads, some 100 MB in all.
 * @param main the product
 * @param longestMs after so many milliseconds it is ended, whatever it is at
 * @throws Error when the product did not do that
 */
export async function warmUp(main = join(root, 'standalone/src/main.ts'), longestMs = LONGEST_MS): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'numscope-'));
  const sourcesFile = join(dir, 'sources.yaml');
  writeFileSync(sourcesFile, '');
  const child = spawn(process.execPath, [...beginning.flags, main], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...beginning.env,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dir,
      SOURCES_FILE: sourcesFile,
      ADMIN_USERNAME: account.username,
      ADMIN_PASSWORD: account.password,
      LOG_LEVEL: 'silent',
    },
  });
  const late = setTimeout(() => child.kill('SIGKILL'), longestMs);
  const ended = once(child, 'exit');
  try {
    await uploadOne(await urlOf(child.stderr));
    child.kill();
    await ended;
  } finally {
    clearTimeout(late);
    child.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  }
}
