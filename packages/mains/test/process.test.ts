import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { keyFiles, makeKeys } from '../src/keys/make-keys.ts';

const root = join(import.meta.dirname, '../../..');

async function run(main: string, settings: Record<string, string>): Promise<{ code: number; said: string }> {
  // What Node.js compiled for others it need not compile again.
  const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...settings };
  const child = spawn(process.execPath, [join(root, main)], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = child.stderr.toArray();
  const [code] = (await once(child, 'exit')) as [number];
  return { code, said: Buffer.concat(await said).toString() };
}

it.each([
  ['services/users/src/main.ts', ['BUS_URL', 'STORE_URL', 'AUTH_URL', 'SERVICE_KEY', 'SERVICE_KEYS', 'PORT']],
  ['services/auth/src/main.ts', ['AUTH_PRIVATE_KEY', 'SERVICE_KEY', 'SERVICE_KEYS', 'USERS_URL', 'PORT']],
  [
    'gateway/src/main.ts',
    ['BUS_URL', 'AUTH_URL', 'USERS_URL', 'JOBS_URL', 'SOURCES_URL', 'PROFILES_URL', 'IMAGES_URL', 'AUDIT_URL', 'PORT'],
  ],
])('%s tells all its faults of settings together and ends with code 1', async (main, faulty) => {
  const { code, said } = await run(main, { PORT: 'eighty' });
  expect(code).toBe(1);
  for (const name of faulty) expect(said).toMatch(new RegExp(`- ${name}: `));
});

it.each([
  ['services/jobs/src/main.ts', true],
  ['services/images/src/main.ts', true],
  ['services/profiles/src/main.ts', true],
  ['services/users/src/main.ts', false],
  ['gateway/src/main.ts', false],
])('%s reads how files are scanned only where it is given some: %s', async (main, isGivenFiles) => {
  const { said } = await run(main, { UPLOAD_SCAN_SECONDS: '0' });
  expect(said).toMatch(/- BUS_URL: /);
  expect(said.includes('- UPLOAD_SCAN_SECONDS: ')).toBe(isGivenFiles);
});

it('keys that are none end it as well, told with everything else', async () => {
  const dir = tempDir();
  const { code, said } = await run('services/auth/src/main.ts', {
    PORT: 'eighty',
    AUTH_PRIVATE_KEY: join(dir.path, 'none.pem'),
    SERVICE_KEY: join(dir.path, 'own.pem'),
    SERVICE_KEYS: join(dir.path, 'all.json'),
  });
  expect(code).toBe(1);
  for (const name of ['AUTH_PRIVATE_KEY', 'SERVICE_KEY', 'SERVICE_KEYS'])
    expect(said).toMatch(new RegExp(`- ${name}: .*ENOENT`));
  expect(said).toMatch(/- PORT: /);
  dir.remove();
});

it('one key for the tokens and for a service is refused', async () => {
  const dir = tempDir();
  makeKeys(dir.path);
  const { code, said } = await run('services/auth/src/main.ts', {
    AUTH_PRIVATE_KEY: keyFiles.own(dir.path, 'gateway'),
    SERVICE_KEY: keyFiles.own(dir.path, 'auth'),
    SERVICE_KEYS: keyFiles.all(dir.path),
  });
  expect({ code, said }).toEqual({
    code: 1,
    said: expect.stringMatching(/AUTH_PRIVATE_KEY: .* each must have its own/),
  });
  dir.remove();
});
