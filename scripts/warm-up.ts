import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoginAnswer } from '../packages/contracts/src/index.ts';
import beginning from '../standalone/process.json' with { type: 'json' };
import { root } from './steps.ts';

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

/**
 * Runs the product for a moment on a folder of its own and uploads one phone, so that all its modules come into the
 * compile cache: a start without it carries the remover of types in each of its threads, some 100 MB in all.
 */
export async function warmUp(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'numscope-'));
  const sourcesFile = join(dir, 'sources.yaml');
  writeFileSync(sourcesFile, '');
  const child = spawn(process.execPath, [...beginning.flags, join(root, 'standalone/src/main.ts')], {
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
  const ended = once(child, 'exit');
  try {
    for await (const text of child.stderr) {
      const url = /ready at (\S+)/.exec(String(text))?.[1];
      if (url === undefined) continue;
      await uploadOne(url);
      break;
    }
    child.kill();
    await ended;
  } finally {
    child.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  }
}
