import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';

const root = join(import.meta.dirname, '../../..');

async function run(main: string, env: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join(root, main)], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = child.stderr.toArray();
  const [code] = (await once(child, 'exit')) as [number];
  return { code, said: Buffer.concat(await said).toString() };
}

it.each([
  ['services/users/src/main.ts', ['BUS_URL', 'STORE_URL', 'AUTH_URL', 'AUTH_PRIVATE_KEY', 'PORT']],
  [
    'gateway/src/main.ts',
    ['BUS_URL', 'AUTH_URL', 'USERS_URL', 'JOBS_URL', 'SOURCES_URL', 'PROFILES_URL', 'IMAGES_URL', 'AUDIT_URL', 'PORT'],
  ],
])('%s tells all its faults of settings together and ends with code 1', async (main, faulty) => {
  const { code, said } = await run(main, { PORT: 'eighty' });
  expect(code).toBe(1);
  for (const name of faulty) expect(said).toMatch(new RegExp(`- ${name}: `));
});

it('a key that is none ends it as well', async () => {
  const dir = tempDir();
  const { code, said } = await run('gateway/src/main.ts', {
    AUTH_PRIVATE_KEY: join(dir.path, 'none.pem'),
    BUS_URL: 'kafka://127.0.0.1:1',
    ...Object.fromEntries(
      ['AUTH', 'USERS', 'JOBS', 'SOURCES', 'PROFILES', 'IMAGES', 'AUDIT'].map((name) => [`${name}_URL`, 'http://127.0.0.1:1']),
    ),
  });
  expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/AUTH_PRIVATE_KEY: ENOENT/) });
  dir.remove();
});
