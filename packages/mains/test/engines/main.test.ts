import { noAccess } from '@numscope/adapters/engine-access';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { calls, type ServiceName } from '@numscope/contracts';
import { createLogger, newId, TokenVerifier } from '@numscope/platform';
import { createTestTokens, freePort, listenLocally, tempDir, testEngine } from '@numscope/testing';
import { openRecords } from '../../src/engines.ts';
import { keyFiles, makeKeys } from '../../src/keys/make-keys.ts';
import { loadServiceIdentity, readServiceKeys } from '../../src/keys/service-keys.ts';

const root = join(import.meta.dirname, '../../../..');
const name = `test${newId().slice(-12)}`;
const storeUrl = `${testEngine('mongodb')}/${name}`;

let dir: ReturnType<typeof tempDir>;
let env: Record<string, string>;
let child: ChildProcess | undefined;
let closing: Array<() => Promise<unknown>>;

beforeEach(async () => {
  dir = tempDir();
  makeKeys(dir.path);
  env = {
    PATH: process.env['PATH'] ?? '',
    AUTH_PRIVATE_KEY: keyFiles.token(dir.path),
    SERVICE_KEYS: keyFiles.all(dir.path),
    BUS_URL: `kafka://${testEngine('kafka')}?prefix=mains-test.&partitions=1`,
    STORE_URL: storeUrl,
    ADMIN_PASSWORD: 'Sunrise!2026',
  };
  closing = [];
});
afterEach(async () => {
  child?.kill('SIGKILL');
  for (const close of closing) await close();
  for (const service of ['auth', 'users']) {
    const connection = await openRecords({ url: storeUrl, access: noAccess }, service, createLogger('test', 'silent'));
    await connection.dropDatabase();
    await connection.close();
  }
  dir.remove();
});

/** Resolves when the process has said what matches. */
async function said(process: ChildProcess, what: RegExp): Promise<void> {
  let text = '';
  for (const stream of [process.stdout, process.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  while (!what.test(text)) {
    if (process.exitCode !== null) throw new Error(`it ended: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function begin(service: ServiceName, more: Record<string, string>): ChildProcess {
  child = spawn(process.execPath, [join(root, `services/${service}/src/main.ts`)], {
    cwd: root,
    env: { ...env, SERVICE_KEY: keyFiles.own(dir.path, service), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return child;
}

/** Stands for users: it answers the check of a password when it is told to. */
async function slowUsers(): Promise<{ url: string; asked: Promise<void>; answer(): void }> {
  let tell = (): void => undefined;
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (tell = resolve));
  const told = new Promise<void>((resolve) => (answer = resolve));
  const server = createServer((_request, response) => {
    tell();
    void told.then(() => response.setHeader('content-type', 'application/json').end('{"user":null}'));
  });
  const { url, close } = await listenLocally(server);
  closing.push(close);
  return { url, asked, answer };
}

it('ends in order on SIGTERM: what is being answered is answered', async () => {
  const users = await slowUsers();
  const port = await freePort();
  const auth = begin('auth', { PORT: String(port), USERS_URL: users.url });
  await said(auth, /auth is ready/);
  const url = `http://127.0.0.1:${port}`;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const login = fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'anna', password: 'wrong' }),
  });
  await users.asked;
  const ended = once(auth, 'exit');
  auth.kill('SIGTERM');
  await said(auth, /stopping/);
  users.answer();
  const answer = await login;
  expect({ status: answer.status, connection: answer.headers.get('connection') }).toEqual({
    status: 401,
    connection: 'close',
  });
  expect(await ended).toEqual([0, null]);
});

it('keeps nobody connected who only waits for news', async () => {
  const port = await freePort();
  const auth = begin('auth', { PORT: String(port), USERS_URL: 'http://127.0.0.1:9' });
  await said(auth, /auth is ready/);
  const { credentials } = loadServiceIdentity('jobs', {
    own: keyFiles.own(dir.path, 'jobs'),
    all: keyFiles.all(dir.path),
  });
  const ask = async (query: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${calls.revocations.path}?${query}`, {
      headers: { authorization: `Bearer ${credentials.token()}` },
    });
    return { news: calls.revocations.answer.parse(await answer.json()), connection: answer.headers.get('connection') };
  };
  const { revision, keysId } = (await ask('since=0')).news;
  const waiting = ask(`since=${revision}&keysId=${keysId}&waitMs=30000`);
  // Begun after it on the same connections, so the one before is being answered by then.
  await ask('since=0');
  const ended = once(auth, 'exit');
  const begun = performance.now();
  auth.kill('SIGTERM');
  expect(await waiting).toEqual({
    news: { revision, users: [], longestSessionMs: expect.any(Number), keys: expect.any(Array), keysId },
    connection: 'close',
  });
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - begun).toBeLessThan(25_000);
});

it('waits for auth without a restart, and listens then', async () => {
  const [port, authPort] = [await freePort(), await freePort()];
  const users = begin('users', { PORT: String(port), AUTH_URL: `http://127.0.0.1:${authPort}` });
  await said(users, /list of ended sessions could not be refreshed/);
  await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
  const verifier = new TokenVerifier(readServiceKeys(readFileSync(keyFiles.all(dir.path), 'utf8')));
  const keys = createTestTokens().publicKeys();
  const auth = createServer((request, response) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    response.setHeader('content-type', 'application/json');
    if (verifier.verify(token).service === 'users') response.end(JSON.stringify({ revision: 1, users: [], keys }));
  }).listen(authPort, '127.0.0.1');
  await once(auth, 'listening');
  closing.push(async () => auth.close().closeAllConnections());
  await said(users, /users is ready/);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  const ended = once(users, 'exit');
  users.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
